def N_(text: str) -> str:
    """Marks a text for translators where nothing translates it yet, as gettext_noop does: pure rooms know no Django."""
    return text
