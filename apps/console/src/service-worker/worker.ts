import { ACKNOWLEDGE, acknowledgePush, openPush, readPush, showPush, type OpenPlace, type Push } from './push.ts';
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

interface PushEvent extends LifeEvent {
  readonly data: { readonly text: () => string } | null;
}

interface ClickEvent extends LifeEvent {
  /** Empty: the notification itself. */
  readonly action: string;
  readonly notification: { readonly data: Push; readonly close: () => void };
}

interface Page {
  readonly focus: () => Promise<unknown>;
  readonly postMessage: (message: OpenPlace | { readonly build: string }) => void;
}

/** The used part of a service worker's globals: TypeScript knows either these or the page's. */
interface WorkerScope {
  readonly addEventListener: ((on: 'install' | 'activate', listen: (event: LifeEvent) => void) => void) &
    ((on: 'fetch', listen: (event: AskedEvent) => void) => void) &
    ((on: 'push', listen: (event: PushEvent) => void) => void) &
    ((on: 'notificationclick', listen: (event: ClickEvent) => void) => void);
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  readonly skipWaiting: () => Promise<void>;
  readonly clients: {
    readonly matchAll: (which?: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }) => Promise<readonly Page[]>;
    readonly openWindow: (address: string) => Promise<unknown>;
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

const show = (title: string, options: NotificationOptions) => scope.registration.showNotification(title, options);
const pages = {
  list: () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  open: (address: string) => scope.clients.openWindow(address),
};

scope.addEventListener('push', (event) => {
  event.waitUntil(showPush(readPush(event.data?.text() ?? ''), show));
});

scope.addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  notification.close();
  event.waitUntil(
    action === ACKNOWLEDGE
      ? acknowledgePush(notification.data, { fetch: surroundings.fetch, show })
      : openPush(notification.data, pages),
  );
});
