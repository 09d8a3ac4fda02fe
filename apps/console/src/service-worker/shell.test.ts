import { describe, expect, it } from 'vitest';
import {
  answerFile,
  answerScreen,
  dropOldShells,
  isFileOf,
  isScreen,
  keepShell,
  nameCache,
  type Shell,
} from './shell.ts';

const ORIGIN = 'https://waymark.test';
const first: Shell = { build: 'aaaa', files: ['/favicon.svg', '/assets/main-1.js'] };
const second: Shell = { build: 'bbbb', files: ['/favicon.svg', '/assets/main-2.js'] };

type Answer = () => Promise<Response>;

const addressOf = (asked: RequestInfo | URL) => new URL(asked instanceof Request ? asked.url : asked, ORIGIN).pathname;

/** A host with these addresses; everything else is not found. */
const host = (answers: Readonly<Record<string, Answer>>) => async (asked: Request | string) =>
  (answers[addressOf(asked)] ?? (async () => new Response(null, { status: 404 })))();

const serve =
  (text: string): Answer =>
  async () =>
    new Response(text);
const serving = ({ build, files }: Shell) =>
  host({
    '/': serve(`page ${build}`),
    ...Object.fromEntries(files.map((file) => [file, serve(`${file} of ${build}`)])),
  });
const nobody = async () => Promise.reject(new TypeError('Failed to fetch'));

/** A browser's caches, which Node lacks; they fetch from the present host. */
function makeCaches(fetch: () => (asked: string) => Promise<Response>): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const openCache = (kept: Map<string, Response>): Pick<Cache, 'match' | 'put' | 'addAll'> => ({
    match: async (asked) => kept.get(addressOf(asked))?.clone(),
    put: async (asked, answer) => void kept.set(addressOf(asked), answer),
    addAll: async (addresses) => {
      for (const address of addresses as readonly string[]) {
        const answer = await fetch()(address);
        if (!answer.ok) throw new TypeError('Request failed');
        kept.set(address, answer);
      }
    },
  });
  const caches: Pick<CacheStorage, 'keys' | 'open' | 'match' | 'delete'> = {
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
    match: async (asked) =>
      [...all.values()]
        .find((kept) => kept.has(addressOf(asked)))
        ?.get(addressOf(asked))
        ?.clone(),
    open: async (name) => {
      const kept = all.get(name) ?? new Map<string, Response>();
      all.set(name, kept);
      return openCache(kept) as Cache;
    },
  };
  return caches as CacheStorage;
}

function startBrowser() {
  const net: { fetch: (asked: Request | string) => Promise<Response> } = { fetch: serving(first) };
  const surroundings = {
    caches: makeCaches(() => net.fetch),
    fetch: async (asked: Request | string) => net.fetch(asked),
  };
  return { net, surroundings };
}

const ask = (address: string) => new Request(ORIGIN + address);
const textOf = async (answer: Promise<Response>) => (await answer).text();

describe('the requests that the worker answers', () => {
  const screen = (address: string, mode: RequestMode = 'navigate') => isScreen({ mode, url: ORIGIN + address });
  const file = (address: string, method = 'GET') => isFileOf(first, { method, url: address }, ORIGIN);

  it('the worker answers the screens that are useful without a server', () => {
    for (const address of ['/', '/?runId=4', '/users', '/login', '/login/home']) expect(screen(address)).toBe(true);
    for (const address of ['/reset', '/set-password', '/authenticated', '/api/docs', '/healthz', '/hub/'])
      expect(screen(address)).toBe(false);
    expect(screen('/', 'cors')).toBe(false);
  });

  it('the worker answers the files of a build, but never a call of the API', () => {
    expect(file(`${ORIGIN}/favicon.svg`)).toBe(true);
    expect(file(`${ORIGIN}/assets/of-an-earlier-build.js`)).toBe(true);
    expect(file(`${ORIGIN}/release-notes.json`)).toBe(false);
    expect(file(`${ORIGIN}/api/apexagm`)).toBe(false);
    expect(file(`${ORIGIN}/assets/main-1.js`, 'POST')).toBe(false);
    expect(file('https://tiles.test/assets/1.png')).toBe(false);
  });
});

describe('storing a build', () => {
  it('a build is stored completely: the page and all of its files', async () => {
    const { surroundings } = startBrowser();
    await keepShell(first, surroundings);
    const cache = await surroundings.caches.open(nameCache('aaaa'));
    for (const address of ['/', ...first.files]) expect(await cache.match(address)).toBeDefined();
  });

  it('a build is not stored if a file is missing or the page is of another build', async () => {
    const { surroundings } = startBrowser();
    await expect(keepShell({ ...first, files: ['/assets/gone.js'] }, surroundings)).rejects.toThrow('Request failed');
    await expect(keepShell(second, surroundings)).rejects.toThrow('not of build bbbb');
    expect(await surroundings.caches.keys()).toEqual([]);
  });

  it('a new build is stored beside the previous one; older ones are deleted, and other caches are kept', async () => {
    const { net, surroundings } = startBrowser();
    const { caches } = surroundings;
    await caches.open('of-somebody-else');
    for (const build of ['0000', 'aaaa', 'bbbb']) {
      net.fetch = serving({ ...first, build });
      await keepShell({ ...first, build }, surroundings);
      await dropOldShells(build, caches);
    }
    expect(await caches.keys()).toEqual(['of-somebody-else', nameCache('aaaa'), nameCache('bbbb')]);
  });
});

describe('answering a screen', () => {
  it("a screen is the server's page while there is one, even if another is stored", async () => {
    const { net, surroundings } = startBrowser();
    await keepShell(first, surroundings);
    net.fetch = serving(second);
    expect(await textOf(answerScreen(ask('/'), 'aaaa', surroundings))).toBe('page bbbb');
  });

  it('a screen is the stored page without a network, behind a proxy without a server, and after a timeout', async () => {
    const { net, surroundings } = startBrowser();
    await keepShell(first, surroundings);
    const never = async () => new Promise<Response>(() => undefined);
    for (const fetch of [nobody, host({ '/login': async () => new Response('Bad Gateway', { status: 502 }) }), never]) {
      net.fetch = fetch;
      expect(await textOf(answerScreen(ask('/login'), 'aaaa', surroundings, 1))).toBe('page aaaa');
    }
  });

  it("a screen is the server's own error if it fails, and the browser's if nothing is stored", async () => {
    const { net, surroundings } = startBrowser();
    net.fetch = host({ '/': async () => new Response('failed', { status: 500 }) });
    expect(await textOf(answerScreen(ask('/'), 'aaaa', surroundings))).toBe('failed');
    net.fetch = nobody;
    await expect(answerScreen(ask('/'), 'aaaa', surroundings)).rejects.toThrow('Failed to fetch');
  });
});

describe('answering a file', () => {
  it('a file comes from its own build, then from the previous one, then from the server', async () => {
    const { net, surroundings } = startBrowser();
    await keepShell(first, surroundings);
    net.fetch = serving(second);
    await keepShell(second, surroundings);
    net.fetch = host({ '/assets/late.js': serve('late') });
    const answer = async (address: string) => textOf(answerFile(ask(address), 'bbbb', surroundings));
    expect(await answer('/favicon.svg')).toBe('/favicon.svg of bbbb');
    expect(await answer('/assets/main-1.js')).toBe('/assets/main-1.js of aaaa');
    expect(await answer('/assets/late.js')).toBe('late');
  });
});
