/* Keeps the shell of the room's pages, so that an installed app opens without a connection. Nothing of a table is kept: the API is never touched. */
const FILES = "{static}/",
  SHELL = FILES;

/** All tables have one page, and so have all rounds. */
const shellOf = (url) => `/${url.pathname.split("/")[1]}`;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  ),
);

/** A file under an address that changes with it: once is enough. */
async function file(request) {
  const shell = await caches.open(SHELL),
    kept = await shell.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await shell.put(request, fresh.clone());
  return fresh;
}

/** A page as the room sends it; without a connection, as it was sent last. */
async function page(request, url) {
  const shell = await caches.open(SHELL);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && !fresh.redirected) await shell.put(shellOf(url), fresh.clone());
    return fresh;
  } catch (fault) {
    const kept = await shell.match(shellOf(url));
    if (kept) return kept;
    throw fault;
  }
}

addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(FILES)) event.respondWith(file(request));
  else if (request.mode === "navigate" && !url.pathname.startsWith("/api/")) event.respondWith(page(request, url));
});
