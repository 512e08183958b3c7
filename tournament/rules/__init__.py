"""The rules that an evening plays by: the rules of the house with their examples, and rules in words.

What a rule does is in `scoring`; an evening chooses its rules in `event`.
"""
