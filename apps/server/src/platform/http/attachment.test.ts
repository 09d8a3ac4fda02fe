import { describe, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import type { SignedInCall } from './call.ts';
import { sendAttachment } from './attachment.ts';

async function* write(...parts: readonly string[]) {
  yield* parts;
}

function send(name: string, parts: AsyncIterable<string>) {
  const headers = new Map<string, string>();
  const call = {
    requestId: 'r-1',
    setHeader: (header: string, value: string) => void headers.set(header, value),
  } as unknown as SignedInCall;
  const log = createLog('silent');
  const warned = vi.spyOn(log, 'warn');
  return { sent: sendAttachment(call, log, name, parts), headers, warned };
}

describe('sendAttachment', () => {
  test.each([
    ['2026-03-18-ReportData-North.csv', 'attachment; filename="2026-03-18-ReportData-North.csv"'],
    ['Línea – 1.csv', `attachment; filename="L_nea _ 1.csv"; filename*=UTF-8''L%C3%ADnea%20%E2%80%93%201.csv`],
    ["it's (1)*é.csv", `attachment; filename="it's (1)*_.csv"; filename*=UTF-8''it%27s%20%281%29%2A%C3%A9.csv`],
    ['a"b\\c\r\nd.csv', `attachment; filename="a_b_c__d.csv"; filename*=UTF-8''a%22b%5Cc%0D%0Ad.csv`],
    ['\ud800.csv', `attachment; filename="_.csv"; filename*=UTF-8''%EF%BF%BD.csv`],
  ])('the file %j gets the header %s', (name, header) => {
    expect(send(name, write()).headers.get('content-disposition')).toBe(header);
  });

  test('a failing file is logged with its name and the request, and ends', async () => {
    const failure = new Error('the database is away');
    async function* breakOff() {
      yield 'a';
      throw failure;
    }
    const { sent, warned } = send('a.csv', breakOff());
    const read: string[] = [];
    await expect(
      (async () => {
        for await (const part of sent) read.push(part);
      })(),
    ).rejects.toThrow(failure);
    expect(read).toEqual(['a']);
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      { err: failure, requestId: 'r-1', file: 'a.csv' },
      'writing an export failed; the caller got an incomplete file',
    );
  });
});
