import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { bearerSource } from '#/api/bearer.ts';
import type { Toast } from '#/ui/toast/toast-queue.ts';
import { startReport, useReportFiles } from './report-files.ts';

const CHOICE = {
  reportType: 'Summary',
  format: 'pdf',
  includeWaveforms: false,
  paper: 'a4',
  units: 'us',
  timeZone: 'UTC',
  language: 'en',
  includeNotes: false,
} as const;
const isOver = () => expect(useReportFiles.getState().running.size).toBe(0);

/** The messages for the user. */
const listToasts = () =>
  notificationsStore.getState().notifications.map(({ message }) => {
    const {
      kind,
      message: words,
      detail,
    } = (message as unknown as { readonly props: { readonly toast: Toast } }).props.toast;
    return [kind, words, detail];
  });

function refuse(status: number, problem: object): void {
  const headers = { 'content-type': 'application/problem+json', 'x-log-id': '4711' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(problem), { status, headers }));
}

/** A response that never ends by itself. */
function answerWith(piece: string): void {
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(piece));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
}

let logged: MockInstance<typeof console.error>;

beforeEach(() => {
  bearerSource.put({ readToken: () => 'good', renewToken: async () => null, endSession: () => undefined });
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  notifications.clean();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a report that is being downloaded', () => {
  it('[O-034] a missing report is logged, and mentioned in a toast', async () => {
    refuse(409, { code: 'report-not-possible', detail: 'The pig run has no passages.' });
    startReport(41, 'North', CHOICE);
    await vi.waitFor(isOver);
    expect(logged).toHaveBeenCalled();
    expect(listToasts()).toEqual([['notice', 'There is no report of this run', 'The pig run has no passages.']]);
  });

  it('another failure is reported with its log id and a Retry button', async () => {
    refuse(500, { code: 'internal', title: 'Something failed.' });
    startReport(41, 'North', CHOICE);
    await vi.waitFor(isOver);
    expect(listToasts()).toEqual([['error', 'The report did not finish', 'Something failed.']]);
  });

  it('the download reports its progress, runs once per run, and can be cancelled', async () => {
    answerWith('%PDF');
    startReport(41, 'North', CHOICE);
    startReport(41, 'North', CHOICE);
    const report = await vi.waitFor(() => {
      const running = useReportFiles.getState().running.get(41);
      expect(running?.received).toBe(4);
      return running;
    });
    report?.cancel();
    await vi.waitFor(isOver);
    expect(listToasts()).toEqual([['notice', 'Report cancelled', undefined]]);
  });
});
