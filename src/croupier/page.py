"""One HTML page that needs no other file: for the screen, the printer and the archive."""

from collections.abc import Iterable
from html import escape

STYLE = """
:root{color-scheme:light dark;--ink:light-dark(#1d1a16,#efece6);--soft:light-dark(#5d574e,#b3aca1);
--line:light-dark(#d9d3c8,#3a352e);--paper:light-dark(#fff,#171411);--tint:light-dark(#f5f3ef,#221e19);
--good:light-dark(#0b6b34,#6fcf97);--bad:light-dark(#b3261e,#f08a7d)}
*{box-sizing:border-box}
body{margin:0 auto;padding:32px 24px;max-width:1000px;background:var(--paper);color:var(--ink);
font:15px/1.45 system-ui,sans-serif}
h1{font:600 26px/1.2 Georgia,serif;margin:0 0 4px;text-wrap:balance}
h2{font-size:1.15rem;margin:2rem 0 .4rem}h3{font-size:1rem;margin:1.4rem 0 .4rem}
p{margin:.4rem 0}footer,figcaption,small{color:var(--soft)}
footer{margin-top:24px;font-size:13px}
figure{margin:24px 0 8px;break-inside:avoid}figcaption{font-size:.9rem}
svg{max-width:100%;height:auto;display:block;margin:.4rem 0}svg text{font:12px system-ui,sans-serif}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:start;vertical-align:top;padding:6px 12px 6px 0;
border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--soft)}.r{text-align:end;white-space:nowrap}
tfoot td{font-weight:700;border-bottom:0}
code,pre{font:13px/1.5 ui-monospace,monospace;background:var(--tint);border-radius:4px}
code{padding:.1rem .3rem}pre{padding:.6rem .8rem;white-space:pre-wrap;overflow-wrap:anywhere}
@media print{:root{color-scheme:light}body{padding:0;max-width:none}h2{break-after:avoid}
tr{break-inside:avoid}thead{display:table-header-group}}
"""


def page(title: str, body: Iterable[str], *, style: str = "") -> str:
    """A whole page; its parts are HTML already, the title is plain text.

    >>> page("Rake & drop", ["<p>text</p>"]).splitlines()[-2:]
    ['<p>text</p>', '</body></html>']
    """
    parts = "\n".join(body)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head>\n"
        f"<body>\n{parts}\n</body></html>\n"
    )
