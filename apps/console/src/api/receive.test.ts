import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { readFileName, receive } from './receive.ts';

const ADDRESS = 'GET /apexagm/:uid/exportPassages';
const parts = { params: { uid: 7 }, query: { columns: 'lat,lon' } };

/** Responds in chunks; ends as the test says, or never. */
function answerWith(pieces: readonly string[], end: 'closes' | 'breaks' | 'stays') {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason));
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (end === 'closes') controller.close();
        if (end === 'breaks') setTimeout(() => controller.error(new TypeError('network error')));
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/csv' } }));
  });
}

function start(signal = new AbortController().signal) {
  const heard: string[] = [];
  const file = receive(ADDRESS, parts, {
    token: 't',
    signal,
    onPiece: (piece) => heard.push(new TextDecoder().decode(piece)),
  });
  return { heard, file };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a long answer', () => {
  it('a long response reports its progress and becomes a file of its type', async () => {
    answerWith(['lat,lon\r\n', '1,2\r\n'], 'closes');
    const { heard, file } = start();
    expect([await (await file).text(), (await file).type, heard]).toEqual([
      'lat,lon\r\n1,2\r\n',
      'text/csv',
      ['lat,lon\r\n', '1,2\r\n'],
    ]);
  });

  it('a long response to a call with a body has the name that the server gives', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
      asked.push([url, method, new Headers(headers).get('content-type'), body]);
      return new Response('a|b', { headers: { 'content-disposition': 'attachment; filename="North_41_report.pro"' } });
    });
    const body = { runId: 41, reportType: 'Default', format: 'pro' };
    const file = await receive(
      'POST /pigrun/WriteReport',
      { body },
      { token: 't', signal: new AbortController().signal, onPiece: () => undefined },
    );
    expect([file.name, await file.text()]).toEqual(['North_41_report.pro', 'a|b']);
    expect(asked).toEqual([['/api/pigrun/WriteReport', 'POST', 'application/json', JSON.stringify(body)]]);
  });

  it('a long response that breaks off is not saved', async () => {
    answerWith(['lat,lon\r\n'], 'breaks');
    await expect(start().file).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('a long response that stalls is aborted after 30 s', async () => {
    vi.useFakeTimers();
    answerWith(['lat,lon\r\n'], 'stays');
    const failure = start().file.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failure).toMatchObject({ code: 'timeout' });
  });

  it('a long response ends when it is cancelled', async () => {
    answerWith(['lat,lon\r\n'], 'stays');
    const leaving = new AbortController();
    const { file } = start(leaving.signal);
    leaving.abort();
    await expect(file).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('a long response that is refused has the reason', async () => {
    vi.stubGlobal('fetch', async () => new Response('no', { status: 403 }));
    const error: unknown = await start().file.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 403 });
  });
});

describe('the name of a file', () => {
  it.each([
    [null, ''],
    ['inline', ''],
    ['attachment; filename="Cushing - Tulsa_41_report.csv"', 'Cushing - Tulsa_41_report.csv'],
    ['attachment; filename=report.csv', 'report.csv'],
    [`attachment; filename="Z_rich.csv"; filename*=UTF-8''Z%C3%BCrich.csv`, 'Zürich.csv'],
  ])('the file name in %j is %j', (disposition, name) => {
    expect(readFileName(disposition)).toBe(name);
  });
});
