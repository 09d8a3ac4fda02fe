import { makeReport } from '@waymark/domain/report/testing/reported-run';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NO_LETTERHEAD } from '../letterhead.service.ts';
import { USUAL_STYLE } from './pdf/layout.ts';
import { Press, type PressOrder } from './press.ts';
import type { PrintJob, RunToPrint } from './print-job.ts';
import { collect } from './testing/collect.ts';

const STUCK = new URL('./testing/stuck-thread.ts', import.meta.url);
const workbook: RunToPrint = {
  format: 'xlsx',
  type: 'Default',
  report: makeReport(),
  traces: [],
  paper: USUAL_STYLE,
  letterhead: NO_LETTERHEAD,
};

const order = (job: PrintJob | Promise<PrintJob>, changes: Partial<PressOrder> = {}): PressOrder => ({
  owner: 'company 1',
  closed: new AbortController().signal,
  prepare: async () => job,
  ...changes,
});

const read = async (parts: Promise<AsyncIterable<Uint8Array>>) => (await collect(await parts)).toString();

test('[W-041] prints on after a caller that has gone and a report that cannot be printed', async () => {
  const press = new Press();
  const leaving = new AbortController();
  const abandoned = press.print(order({ ...workbook, format: 'pdf' }, { closed: leaving.signal }));
  const broken = { ...workbook, report: { ...makeReport(), rows: null } } as unknown as PrintJob;
  const others = Promise.allSettled([read(press.print(order(broken))), read(press.print(order(workbook)))]);
  await abandoned;
  leaving.abort();
  const [failed, printed] = await others;
  expect(failed.status).toBe('rejected');
  expect(printed.status === 'fulfilled' && printed.value.slice(0, 2)).toBe('PK');
});

test('[W-041] reads no report for a caller that went while waiting', async () => {
  const press = new Press({ thread: STUCK });
  const [first, leaving] = [new AbortController(), new AbortController()];
  await press.print(order({ ...workbook, format: 'pdf' }, { closed: first.signal }));
  const prepare = vi.fn<PressOrder['prepare']>();
  const waiting = press.print(order(workbook, { closed: leaving.signal, prepare }));
  const last = press.print(order(workbook));
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'request-timeout' });
  await expect(press.print(order(workbook, { closed: AbortSignal.abort(), prepare }))).rejects.toMatchObject({
    code: 'request-timeout',
  });
  first.abort();
  expect(await read(last)).toBe('xlsx');
  expect(prepare).not.toHaveBeenCalled();
});

test('[W-041] refuses an order with a time to come back when too many of its company wait', async () => {
  const press = new Press({ thread: STUCK, waitingLimit: 1 });
  const leaving = new AbortController();
  const stuck = { ...workbook, format: 'pdf' } as const;
  await press.print(order(stuck, { closed: leaving.signal }));
  const waiting = press.print(order(workbook));
  await expect(press.print(order(workbook))).rejects.toMatchObject({
    code: 'report-queue-full',
    status: 429,
    retryAfterS: 30,
  });
  const other = press.print(order(workbook, { owner: 'company 2' }));
  leaving.abort();
  expect([await read(waiting), await read(other)]).toEqual(['xlsx', 'xlsx']);
});

test('[W-041] ends a report that takes longer than 5 minutes, in its thread or before it, and prints the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const press = new Press({ thread: STUCK });
  const parts = await press.print(order({ ...workbook, format: 'pdf' }));
  const reading = Promise.withResolvers<void>();
  const unread = press.print(
    order(workbook, {
      prepare: () => {
        reading.resolve();
        return Promise.withResolvers<PrintJob>().promise;
      },
    }),
  );
  const next = press.print(order(workbook));
  vi.advanceTimersByTime(300_000);
  await expect(collect(parts)).rejects.toMatchObject({ code: 'report-too-long', status: 503 });
  await reading.promise;
  vi.advanceTimersByTime(300_000);
  await expect(unread).rejects.toMatchObject({ code: 'report-too-long' });
  expect(await read(next)).toBe('xlsx');
});
