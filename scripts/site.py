"""What the documentation's site adds to docs/: folders in the menu, and a page for each package."""

import ast
import re
from pathlib import Path
from typing import Any

from griffe import Extension, Object
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
API = "reference/api"
OUTSIDE = re.compile(r"\[([^]]+)]\((?:\.\./)+(?:src|examples|scripts|benchmarks|tests)/[^)]*\)")
RANKS = {"how-to/": 4, "tutorials/": 4, "reference/sign/": 0.2, f"{API}/": 0.2}  # in a search
FETCHED = re.compile(r'<(?:script|img|iframe)\b[^>]*\bsrc="?(?:https?:)?//[^">\s]*')
ELSEWHERE = re.compile(r'<script src="[^"]*/shim"></script>')
# A page of a folder may start no worker, so the search runs in a frame: no page of ours asks
# another host for the script that does this.
IN_A_FRAME = """<script>
if (location.protocol === "file:") window.Worker = class extends EventTarget {
  constructor(address) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.documentElement.append(frame);
    const inside = frame.contentWindow, script = frame.contentDocument.createElement("script");
    inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    this.ready = new Promise((done) => { script.onload = done; });
    this.postMessage = (data) =>
      this.ready.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    script.src = new URL(address, document.baseURI).href;
    frame.contentDocument.documentElement.append(script);
  }
};
</script>"""
PROMPTS = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class Doctests(Extension):
    """Shows the prompts of a docstring as code."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Fence every run of prompts."""
        if obj.docstring is not None:
            obj.docstring.value = PROMPTS.sub(
                lambda run: f"```pycon\n{run.group()}\n```", obj.docstring.value
            )


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Rank the page in a search, and show names of files outside the site without a link."""
    for folder, boost in RANKS.items():
        if page.file.src_uri.startswith(folder):
            page.meta["search"] = {"boost": boost}
    return OUTSIDE.sub(r"\1", markdown)


def on_post_page(output: str, page: Page, **_: Any) -> str:
    """Let no page fetch anything from another host."""
    return _alone(output, page.file.src_uri)


def on_post_template(output_content: str, template_name: str, **_: Any) -> str:
    """Let no other file of the theme do so either."""
    return _alone(output_content, template_name)


def _alone(output: str, name: str) -> str:
    """Replace the one script that the theme would fetch; refuse any other."""
    output = ELSEWHERE.sub(lambda _: IN_A_FRAME, output)
    if fetched := FETCHED.search(output):
        raise PluginError(f"{name} would load {fetched.group()}")
    return output


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the library, then put the pages of every folder into the menu."""
    for path, text in api_pages().items():
        files.append(File.generated(config, path, content=text))
    config.nav = listed(config.nav, sorted(file.src_uri for file in files.documentation_pages()))
    return files


def api_pages() -> dict[str, str]:
    """A page for every package of croupier, with the modules that have public names."""
    packages: dict[str, list[str]] = {}
    for path in sorted(SOURCE.glob("croupier/**/*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if "migrations" in parts or not public(path):
            continue
        names = parts[:-1] if parts[-1] == "__init__" else parts
        packages.setdefault(".".join(parts[:-1]), []).append(".".join(names))
    return {
        f"{API}/{package}.md": "\n\n".join([f"# {package}", *(f"::: {name}" for name in modules)])
        for package, modules in packages.items()
    }


def public(path: Path) -> bool:
    """Whether a module defines a public function, class or value."""
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    nodes = ast.parse(path.read_text()).body
    return any(isinstance(node, defined) and not node.name.startswith("_") for node in nodes)


def listed(nav: Any, pages: list[str]) -> Any:
    """Replace each folder of the menu by its pages, the folder's own page first."""
    if isinstance(nav, dict):
        return {title: listed(entry, pages) for title, entry in nav.items()}
    if isinstance(nav, list):
        return [listed(entry, pages) for entry in nav]
    if isinstance(nav, str) and nav.endswith("/"):
        inside = [page for page in pages if page.startswith(nav)]
        return sorted(inside, key=lambda page: (not page.endswith("README.md"), page))
    return nav
