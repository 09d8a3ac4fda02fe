// The console's own files, kept in the browser build by build: the page, and what it loads. Never an answer of the API.

export interface Shell {
  /** Tells this build from others; index.html carries it too. */
  readonly build: string;
  /** Addresses of the files that the page may load. */
  readonly files: readonly string[];
}

type Fetch = (address: Request | string, init?: RequestInit) => Promise<Response>;

/** What the worker works with. */
export interface Surroundings {
  readonly caches: CacheStorage;
  readonly fetch: Fetch;
}

const PREFIX = 'waymark-shell-';
const PAGE = '/';
/** Screens that are of use without a server; all others want an answer of it. */
const SCREENS = /^\/(?:users|login(?:\/\w+)?)?$/;
/** What a proxy answers in place of a server that is not there. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);
/** A server that keeps silent for longer is not there. */
const PATIENCE_MS = 8000;

export const nameCache = (build: string): string => PREFIX + build;

export function isScreen({ mode, url }: Pick<Request, 'mode' | 'url'>): boolean {
  return mode === 'navigate' && SCREENS.test(new URL(url).pathname);
}

export function isFileOf({ files }: Shell, { method, url }: Pick<Request, 'method' | 'url'>, origin: string): boolean {
  const { pathname, origin: host } = new URL(url);
  // The files of an earlier build are asked for by its pages that are still open.
  return method === 'GET' && host === origin && (files.includes(pathname) || pathname.startsWith('/assets/'));
}

/** Keeps a build whole or not at all. The page carries a nonce beside the policy that names it: both are kept together. */
export async function keepShell({ build, files }: Shell, { caches, fetch }: Surroundings): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-store', headers: { accept: 'text/html' } });
  // Another node, or an update under way: the next look for an update finds both of one build.
  if (!page.ok || !(await page.clone().text()).includes(build)) throw new Error(`the page is not of build ${build}`);
  const cache = await caches.open(nameCache(build));
  try {
    await cache.put(PAGE, page);
    await cache.addAll(files);
  } catch (error) {
    await caches.delete(nameCache(build));
    throw error;
  }
}

/** One earlier build stays for pages of it that are still open; what is older goes. */
export async function dropOldShells(build: string, caches: CacheStorage): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== nameCache(build));
  await Promise.all(others.slice(0, -1).map(async (name) => caches.delete(name)));
}

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));

/** The server's page; the kept one where there is no server. */
export async function answerScreen(
  request: Request,
  build: string,
  { caches, fetch }: Surroundings,
  patienceMs = PATIENCE_MS,
): Promise<Response> {
  const asked = fetch(request);
  const fresh = await Promise.race([asked, wait(patienceMs)]).catch(() => undefined);
  if (fresh && !AWAY.has(fresh.status)) return fresh;
  const cache = await caches.open(nameCache(build));
  return (await cache.match(PAGE)) ?? asked;
}

/** Files are named by what they hold: a kept one is never stale. */
export async function answerFile(request: Request, build: string, { caches, fetch }: Surroundings): Promise<Response> {
  const cache = await caches.open(nameCache(build));
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}
