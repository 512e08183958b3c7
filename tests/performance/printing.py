"""How long paper takes, from the press of a button to the PDF, what the press holds meanwhile, and what a page beside
it waits: `python -m tests.performance.printing [--only figures,beside]`; about five minutes on two quiet cores.

Beside every figure stands its floor of the same run: WeasyPrint alone, in a process of its own without priority or
limits, on the very same pages all at once, as an ordinary use of it has them; and fpdf2, a rival, drawing the same
values by hand. Whole and floor alternate, so that a busy machine slows both; medians are printed, with the processor's
seconds, which such a machine moves less, and the most memory that the process ever held. The last columns are what it
took to read and fill in the page, and what was aimed at.

Processes begin by importing what this one was called as: all that measuring takes is imported after that, since it
would count as memory of the press.
"""

if __name__ == "__main__":
    from tests.performance.paper_figures import main

    main()
