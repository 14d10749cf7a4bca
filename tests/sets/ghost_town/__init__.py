"""A made-up set: one card and one character that BANG! has never heard of."""
