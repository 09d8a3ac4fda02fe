import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#/api/api-error.ts';
import { createQueryClient, isWorthRetrying } from './query-client.ts';

const failed = (status: number) => new ApiError({ status, code: 'x', detail: 'x' });

describe('a failed read', () => {
  it.each([0, 502, 503, 504])('retries a read with %i twice', (status) => {
    expect([0, 1, 2].map((count) => isWorthRetrying(count, failed(status)))).toEqual([true, true, false]);
  });

  it.each([400, 401, 403, 404, 409, 429, 500])('does not retry a read with %i: the server has answered', (status) => {
    expect(isWorthRetrying(0, failed(status))).toBe(false);
  });

  it('does not retry a read that failed with an error of the console itself', () => {
    expect(isWorthRetrying(0, new TypeError('x is undefined'))).toBe(false);
  });
});

describe('the query client', () => {
  async function countLogged(code: string): Promise<number> {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const queryFn = () => Promise.reject(new ApiError({ status: 404, code, detail: 'x' }));
    const reading = createQueryClient().query({ queryKey: [code], queryFn, meta: { isShownInPlace: true } });
    await expect(reading).rejects.toThrow();
    const { length } = log.mock.calls;
    log.mockRestore();
    return length;
  }

  it('logs a failed read', async () => {
    expect(await countLogged('run-not-found')).toBe(1);
  });

  it('does not log a read of a device that was removed meanwhile', async () => {
    expect(await countLogged('device-not-found')).toBe(0);
  });
});
