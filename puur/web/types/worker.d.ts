// What the server puts in front of the service worker of the site (puur/web/offline.py).

declare const PUUR: { version: string; pages: string[]; files: string[] };
