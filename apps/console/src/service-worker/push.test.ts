import { describe, expect, it } from 'vitest';
import { acknowledgePush, openPush, readPush, showPush, type OpenPlace, type Push } from './push.ts';

const push: Push = {
  title: 'CLN-16-02: Pig stopped',
  body: 'North line',
  tag: 'f6b7',
  opens: '/?runId=41',
  openLabel: 'Open',
  answer: { token: 'a-token', label: 'Acknowledge', failed: 'Not acknowledged.' },
};

type Shown = readonly [title: string, body: string | undefined, actions: readonly string[]];

function makeScreen() {
  const shown: Shown[] = [];
  const show = (title: string, options: Parameters<Parameters<typeof showPush>[1]>[1]) => {
    shown.push([title, options.body, (options.actions ?? []).map(({ action }) => action)]);
    return Promise.resolve();
  };
  return { shown, show };
}

describe('a push in the service worker', () => {
  it('[W-363] shows a notification that can be acknowledged and opened', async () => {
    const { shown, show } = makeScreen();
    await showPush(readPush(JSON.stringify(push)), show);
    const { answer: _none, ...fact } = push;
    await showPush(fact, show);
    expect(shown).toEqual([
      [push.title, push.body, ['acknowledge', 'open']],
      [push.title, push.body, ['open']],
    ]);
  });

  it('[W-363] shows a notification for a payload that it cannot read, and opens no other site', async () => {
    expect(readPush('no JSON')).toMatchObject({ title: 'Waymark', opens: '/' });
    for (const opens of ['https://else.where/', '//else.where/', 'javascript:alert(1)'])
      expect(readPush(JSON.stringify({ ...push, opens })).opens).toBe('/');
  });

  it('[W-363] Acknowledge calls the one-time link and shows who was first', async () => {
    const { shown, show } = makeScreen();
    const called: unknown[] = [];
    const fetch = (address: string, { method, body }: RequestInit) => {
      called.push([method, address, body]);
      return Promise.resolve(Response.json({ message: 'Ann Lee acknowledged it.' }));
    };
    await acknowledgePush(push, { fetch, show });
    expect(called).toEqual([['POST', '/api/acknowledge', '{"token":"a-token"}']]);
    expect(shown).toEqual([[push.title, 'Ann Lee acknowledged it.', []]]);
  });

  it('[W-363] Acknowledge without an answer of the server says that nothing was acknowledged', async () => {
    const { shown, show } = makeScreen();
    const replies = [() => Promise.reject(new TypeError('offline')), async () => new Response('', { status: 503 })];
    for (const fetch of replies) await acknowledgePush(push, { fetch, show });
    expect(shown.map(([, body]) => body)).toEqual(['Not acknowledged.', 'Not acknowledged.']);
  });

  it('[W-363] a click opens the place in the console that is open, else in a new page', async () => {
    const done: unknown[] = [];
    const page = {
      focus: async () => void done.push('focus'),
      postMessage: (message: OpenPlace) => void done.push(message),
    };
    const open = async (address: string) => void done.push(address);
    await openPush(push, { list: async () => [page], open });
    await openPush(push, { list: async () => [], open });
    expect(done).toEqual(['focus', { opens: '/?runId=41' }, '/?runId=41']);
  });
});
