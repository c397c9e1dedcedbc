"""Headers that protect the pages: what a page may load, and which pages may show it inside them."""


def content_policy(framed_by: str = "'none'") -> str:
    """What a page may load: only what is the room's own."""
    return (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
        f"connect-src 'self'; frame-ancestors {framed_by}; base-uri 'none'; form-action 'self'"
    )


HEADERS = {
    "content-security-policy": content_policy(),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

# Browsers take these over TLS only; without it they write an error into the console.
OVER_TLS = {
    "cross-origin-opener-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",
}

# A table may be a part of the room's own page with several tables, and of no other site's.
FRAMED = {
    "content-security-policy": content_policy("'self'"),
    "x-frame-options": "SAMEORIGIN",
}
