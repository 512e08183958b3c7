"""A rehearsal: an evening of any preset, played by made-up people over http, on the pages that the real ones use.

It lets a club try its hall, its Wi-Fi and its people before the night, and lets a test play whole evenings. It knows
nothing of the evening but what its pages show: the director does what Tonight names as the next step, the phones
fill in the form of a hand as it stands, and a wall and a few players look on. It asks no database.
"""
