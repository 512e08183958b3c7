"""How long paper takes, from the press of a button to the PDF, how much memory the press holds meanwhile, and how long
a page beside it waits: `python -m tests.performance.printing [--only figures,beside]`; about five minutes on two quiet
cores.

Beside every figure are its floor and a rival of the same run. The floor is WeasyPrint alone, in a process of its own
without priority or limits, on the same pages all at once, as people usually use it. The rival is fpdf2, drawing the
same values by hand. Figure and floor alternate, so that a busy machine slows both. Medians are printed, with the
processor's seconds, which such a machine affects less, and the most memory that the process ever held. The last columns
are the time to read and fill in the page, and the aim.

Processes begin by importing the module that this one was started as. So everything that measuring needs is imported
after that; otherwise it would count as memory of the press.
"""

if __name__ == "__main__":
    from tests.performance.paper_figures import main

    main()
