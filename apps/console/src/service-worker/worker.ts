import { answerFile, answerScreen, dropOldShells, isFileOf, isScreen, keepShell, type Shell } from './shell.ts';

// The browser runs this beside the pages. It is built as a separate file, with the list of the files of its build.

declare const __SHELL__: Shell;

interface LifeEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface AskedEvent {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}

/** The used part of a service worker's globals: TypeScript knows either these or the page's. */
interface WorkerScope {
  readonly addEventListener: ((on: 'install' | 'activate', listen: (event: LifeEvent) => void) => void) &
    ((on: 'fetch', listen: (event: AskedEvent) => void) => void);
  readonly skipWaiting: () => Promise<void>;
  readonly clients: {
    readonly matchAll: () => Promise<readonly { readonly postMessage: (message: unknown) => void }[]>;
  };
}

const scope = globalThis as unknown as WorkerScope;
const surroundings = { caches, fetch: fetch.bind(globalThis) };
const shell = __SHELL__;
const { build } = shell;

async function tellPages(): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page takes none
  for (const page of await scope.clients.matchAll()) page.postMessage({ build });
}

scope.addEventListener('install', (event) => {
  event.waitUntil(keepShell(shell, surroundings).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(dropOldShells(build, caches).then(tellPages));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  // The browser handles all other requests, such as those to the API.
  if (isScreen(request)) event.respondWith(answerScreen(request, build, surroundings));
  else if (isFileOf(shell, request, location.origin)) event.respondWith(answerFile(request, build, surroundings));
});
