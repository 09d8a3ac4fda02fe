// Caches the console's own files per build: the page and the files that it loads. Never a response of the API.

export interface Shell {
  /** The id of this build, which index.html contains too. */
  readonly build: string;
  /** Addresses of the files that the page may load. */
  readonly files: readonly string[];
}

type Fetch = (address: Request | string, init?: RequestInit) => Promise<Response>;

/** The external dependencies of the worker. */
export interface Surroundings {
  readonly caches: CacheStorage;
  readonly fetch: Fetch;
}

const PREFIX = 'waymark-shell-';
const PAGE = '/';
/** Screens that are useful without a server; all others need a response. */
const SCREENS = /^\/(?:users|login(?:\/\w+)?)?$/;
/** Statuses of a proxy whose server is down. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);
/** Timeout after which the server counts as unreachable. */
const PATIENCE_MS = 8000;

export const nameCache = (build: string): string => PREFIX + build;

export function isScreen({ mode, url }: Pick<Request, 'mode' | 'url'>): boolean {
  return mode === 'navigate' && SCREENS.test(new URL(url).pathname);
}

export function isFileOf({ files }: Shell, { method, url }: Pick<Request, 'method' | 'url'>, origin: string): boolean {
  const { pathname, origin: host } = new URL(url);
  // Pages that are still open request the files of their earlier build.
  return method === 'GET' && host === origin && (files.includes(pathname) || pathname.startsWith('/assets/'));
}

/**
 * Stores a build completely or not at all. The page contains a nonce and its header the policy with it: both are stored
 * together.
 */
export async function keepShell({ build, files }: Shell, { caches, fetch }: Surroundings): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-store', headers: { accept: 'text/html' } });
  // Another node, or an update in progress: the next check for updates finds both of one build.
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

/** Keeps one earlier build for its pages that are still open, and deletes older ones. */
export async function dropOldShells(build: string, caches: CacheStorage): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== nameCache(build));
  await Promise.all(others.slice(0, -1).map(async (name) => caches.delete(name)));
}

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));

/** The server's page; the stored one if there is no server. */
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

/** Files have the hash of their content in the name: a stored one is never stale. */
export async function answerFile(request: Request, build: string, { caches, fetch }: Surroundings): Promise<Response> {
  const cache = await caches.open(nameCache(build));
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}
