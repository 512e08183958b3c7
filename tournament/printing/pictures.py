"""A page of paper as a picture, for the eye before the printer is asked. Imported only in the press."""

from io import BytesIO

import pypdfium2


def picture(pdf: bytes, page: int, width: int) -> bytes:
    """PNG in grey, so many pixels wide; raises IndexError for a page, from 0, that is not there."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        if not 0 <= page < len(document):
            raise IndexError(page)
        sheet = document[page]
        drawn = sheet.render(scale=width / sheet.get_width(), grayscale=True).to_pil()
    finally:
        document.close()
    out = BytesIO()
    drawn.save(out, "PNG", optimize=False)
    return out.getvalue()
