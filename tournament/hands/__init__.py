"""One hand: its form, recording, correcting, agreeing and deciding it, and hands that come late.

Points are never entered here: the form gives facts, `scoring` makes points of them.
"""
