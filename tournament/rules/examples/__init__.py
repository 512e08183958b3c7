"""Example hands for each house rule, which score differently when the rule is changed.

Pure data: the facts are written as in a hand record. Ann and Bea play, alone or with partners as the game needs. Django
only translates the words.
"""
