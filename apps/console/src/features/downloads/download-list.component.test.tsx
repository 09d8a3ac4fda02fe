import {
  exampleDownloadedFile,
  exampleDownloadRow,
  type DownloadedFile,
} from '@waymark/contract/downloads/download-row';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, refuse } from '#/testing/fake-server.ts';
import { hear } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { catchFile } from '#/features/devices/testing/saved-file.ts';
import { expectTexts } from '#/features/devices/testing/texts.ts';
import { useZoneStore } from '#/ui/clock/zones.ts';
import { DownloadsFrame } from './DownloadsWindow.tsx';

const LIST = 'GET /pigrun/downloads';
const FILE = 'GET /pigrun/downloads/:cId/file';
const UID = exampleDownloadRow.uId;
/** A reload for a change without an event waits this long at most. */
const REST_MS = 1000;

const downloads = page.getByRole('dialog', { name: /^Downloads/ });
const rows = downloads.getByRole('row').filter({ has: page.getByRole('cell') });
const foot = downloads.getByRole('status');
const next = downloads.getByRole('button', { name: 'Next page' });
const pagesAsked = () => callsOf(LIST).map(({ query }) => query.page);

const fileOf = (cId: number, more: Partial<DownloadedFile> = {}): DownloadedFile => ({
  ...exampleDownloadedFile,
  cId,
  ...more,
});

afterEach(() => void vi.useRealTimers());

function show(uid: number | null = UID) {
  const onClose = vi.fn<() => void>();
  render(<DownloadsFrame id="downloads" uid={uid} subtitle="All AGMs" onClose={onClose} />);
  return onClose;
}

/** Three pages of downloads; of each the test needs only few. */
function answerPages(): void {
  answer(LIST, ({ query: { page: number } }) => ({
    rowsNumber: 32,
    downloadList: Array.from({ length: 4 - number }, (_, at) => fileOf(number * 100 + at)),
  }));
}

it('DownloadsFrame of all devices requests no UID', async () => {
  answer(LIST, { rowsNumber: 1, downloadList: [fileOf(1)] });
  show(null);
  await expect.element(foot).toHaveTextContent('1 download');
  expect(callsOf(LIST)).toEqual([{ query: { page: 1, rowsPerPage: 15 } }]);
  await expect.element(next).not.toBeInTheDocument();
});

it('DownloadsFrame pages through many downloads and keeps the page while the next one loads', async () => {
  answerPages();
  show();
  await expect.element(foot).toHaveTextContent('32 downloads');
  const held = holdAnswer(LIST);
  await next.click();
  await expect.element(rows).toHaveLength(3);
  await expect.poll(() => rows.first().element().closest('[aria-busy=true]')).not.toBeNull();
  held.answer({ rowsNumber: 32, downloadList: [fileOf(200)] });
  await expect.element(rows).toHaveLength(1);
  answerPages();
  await next.click();
  await expect.element(next).toBeDisabled();
  await expect.element(downloads.getByText('31–32 of 32')).toBeVisible();
  expect(pagesAsked()).toEqual([1, 2, 3]);
});

it('DownloadsFrame says why a page did not load, and the user can load it again or go back', async () => {
  expectLogged(/ApiError/);
  answerPages();
  show();
  await expect.element(foot).toHaveTextContent('32 downloads');
  refuse(LIST, 'internal-error', { detail: 'The list is closed.' });
  await next.click();
  await expect.element(downloads.getByRole('alert')).toMatchTextContent('The list is closed.');
  answerPages();
  await downloads.getByRole('button', { name: 'Retry' }).click();
  await expect.element(rows).toHaveLength(2);
  refuse(LIST, 'internal-error');
  await next.click();
  await expect.element(downloads.getByRole('alert')).toBeVisible();
  await downloads.getByRole('button', { name: 'Previous page' }).click();
  await expect.element(downloads.getByText('16–30 of 32')).toBeVisible();
  await expect.element(rows).toHaveLength(2);
});

it('DownloadsFrame shows times of the range in the zone of the reader', async () => {
  useZoneStore.setState({ ownZone: 'Asia/Kathmandu', times: 'mine' });
  answer(LIST, { rowsNumber: 1, downloadList: [fileOf(1, { startDate: '2026-03-18 00:00:00' })] });
  show();
  await expectTexts(rows, [/2026-03-18 05:45:00 UTC\+5:45/]);
});

it('DownloadsFrame loads the list again when a download is not listed yet', async () => {
  answer(LIST, { rowsNumber: 1, downloadList: [fileOf(1)] });
  show();
  await expect.element(rows).toHaveLength(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
  answer(LIST, { rowsNumber: 2, downloadList: [fileOf(2), fileOf(1)] });
  hear('ReceiveDownloadRecordedRawData', { ...exampleDownloadRow, uId: UID, cId: 2 });
  await vi.advanceTimersByTimeAsync(REST_MS + 100);
  vi.useRealTimers();
  await expect.element(foot).toHaveTextContent('2 downloads');
  expect(callsOf(LIST)).toHaveLength(2);
});

it('DownloadsFrame ignores the downloads of other devices', async () => {
  answer(LIST, { rowsNumber: 1, downloadList: [fileOf(1)] });
  show();
  await expect.element(rows).toHaveLength(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
  hear('ReceiveDownloadRecordedRawData', { ...exampleDownloadRow, uId: UID + 1, cId: 2 });
  await vi.advanceTimersByTimeAsync(REST_MS + 100);
  expect(callsOf(LIST)).toHaveLength(1);
});

it('SaveButtons offers no file while the device still sends', async () => {
  answer(LIST, {
    rowsNumber: 2,
    downloadList: [fileOf(1, { downloadState: 'QC' }), fileOf(2, { downloadState: 'D', kind: 'raw' })],
  });
  show();
  await expectTexts(rows, [/Queued Command/, /Downloading/]);
  await expect.element(downloads.getByRole('button', { name: /^Save/ })).not.toBeInTheDocument();
});

const save = downloads.getByRole('button', { name: /^Save,/ });

it('SaveButtons is busy while the file arrives, and saves it once', async () => {
  answer(LIST, { rowsNumber: 1, downloadList: [fileOf(1, { sha256: null })] });
  show();
  const held = holdAnswer(FILE);
  const { name } = await catchFile(async () => {
    await save.click();
    await expect.element(save).toHaveAttribute('aria-busy', 'true');
    (save.element() as HTMLElement).click();
    held.answer('hello');
  });
  expect(name).toBe(`${UID}-passages-1.bin`);
  expect(callsOf(FILE)).toHaveLength(1);
  await expect
    .element(page.getByRole('status').filter({ hasText: 'This browser cannot check its SHA-256 here.' }))
    .toBeVisible();
});

it('SaveButtons saves the file on Retry after a failure', async () => {
  answer(LIST, { rowsNumber: 1, downloadList: [fileOf(1, { sha256: null })] });
  expectLogged(/ApiError/);
  show();
  refuse(FILE, 'download-incomplete');
  await save.click();
  const failure = page.getByRole('alert').filter({ hasText: 'The file was not saved' });
  await expect.element(failure).toBeVisible();
  answer(FILE, 'hello');
  const { text } = await catchFile(() => failure.getByRole('button', { name: 'Retry' }).click());
  expect(text).toBe('hello');
  await expect.element(failure).not.toBeInTheDocument();
});
