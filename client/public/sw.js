/**
 * The shell without a line: the page itself, and what it has loaded before.  A game is the server's
 * word, so nothing under /api is ever kept.
 *
 * The page is asked for anew each time and only taken from here when there is no answer; files under
 * /assets carry their fingerprint in the name and never change.  So a new version of the client comes
 * with the next load, whatever is kept here.
 */
const KEPT = "parlour-1";
/** What the page leaves for `pushsubscriptionchange`: a worker cannot read what the page stores. */
const CALLS = "parlour-calls";
const CALLED = "/calls";
const SHELL = "/";
/** Chunks of older versions go first when there are more than this. */
const MOST = 250;

self.addEventListener("install", (event) => {
    self.skipWaiting();
    event.waitUntil(keepShell());
});

self.addEventListener("activate", (event) => {
    event.waitUntil(
        caches
            .keys()
            .then((names) =>
                Promise.all(
                    names.filter((n) => n !== KEPT && n !== CALLS).map((n) => caches.delete(n)),
                ),
            )
            .then(() => self.clients.claim()),
    );
});

/** Word from the house: it is somebody's turn.  A table has one notification at a time. */
self.addEventListener("push", (event) => {
    const { table, title, text } = told(event.data);
    const about = {
        body: text,
        tag: table,
        renotify: Boolean(table),
        icon: "/icons/parlour-192.png",
        badge: "/icons/parlour-192.png",
        data: { table },
    };
    event.waitUntil(self.registration.showNotification(title, about));
});

/** A browser wants something to be shown for every push, whatever is in it. */
function told(data) {
    try {
        return { table: "", title: "Parlour", text: "", ...data.json() };
    } catch {
        return { table: "", title: "Parlour", text: "" };
    }
}

/** The browser has replaced the subscription: the house is told, for each table that calls here. */
self.addEventListener("pushsubscriptionchange", (event) => {
    event.waitUntil(moved(event.oldSubscription, event.newSubscription));
});

/** Browsers differ in how much they say: of the old one perhaps nothing, and a new one is not made. */
async function moved(gone, fresh) {
    const cache = await caches.open(CALLS);
    const called = await (await cache.match(CALLED))?.json();
    const old = gone?.endpoint ?? called?.endpoint;
    if (!called || !old) return;
    const subscription = fresh ?? (await subscribed());
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh, auth } = keys;
    await cache.put(CALLED, new Response(JSON.stringify({ ...called, endpoint })));
    await Promise.allSettled(
        called.tables.map((table) => post(table, { old, endpoint, p256dh, auth })),
    );
}

async function subscribed() {
    const { push_key: applicationServerKey } = await (await fetch("/api/house")).json();
    const known = await self.registration.pushManager.getSubscription();
    const wanted = { userVisibleOnly: true, applicationServerKey };
    return known ?? self.registration.pushManager.subscribe(wanted);
}

async function post(table, body) {
    return fetch(`/api/tables/${encodeURIComponent(table)}/push/move`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
    });
}

self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(show(event.notification.data?.table));
});

/** The window that shows the table already, or a new one. */
async function show(table) {
    const path = table ? `/t/${table}` : "/";
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find((one) => new URL(one.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
}

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    if (request.mode === "navigate" && !url.pathname.startsWith("/api"))
        event.respondWith(page(request));
    else if (/^\/(assets|icons)\//.test(url.pathname)) event.respondWith(file(request));
});

/** The page and the files it names, so that the first visit is enough. */
async function keepShell() {
    const cache = await caches.open(KEPT);
    const answer = await fetch(SHELL, { cache: "no-cache" });
    if (!answer.ok) throw new Error(`no shell: ${answer.status}`);
    await cache.put(SHELL, answer.clone());
    const named = (await answer.text()).matchAll(/(?:src|href)="(\/(?:assets|icons)\/[^"]+)"/g);
    await Promise.allSettled([...named].map(([, path]) => cache.add(path)));
}

/** Every address of the client is the same page. */
async function page(request) {
    const cache = await caches.open(KEPT);
    try {
        const answer = await fetch(request);
        if (answer.ok && answer.headers.get("content-type")?.includes("html"))
            await cache.put(SHELL, answer.clone());
        return answer;
    } catch (offline) {
        const kept = await cache.match(SHELL);
        if (kept) return kept;
        throw offline;
    }
}

async function file(request) {
    const cache = await caches.open(KEPT);
    const kept = await cache.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) {
        await cache.put(request, answer.clone());
        await forget(cache);
    }
    return answer;
}

async function forget(cache) {
    const names = await cache.keys();
    const old = names.filter((one) => new URL(one.url).pathname.startsWith("/assets/"));
    await Promise.all(old.slice(0, Math.max(0, old.length - MOST)).map((one) => cache.delete(one)));
}
