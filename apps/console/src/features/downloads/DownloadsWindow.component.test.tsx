import {
  exampleDownloadedFile,
  exampleDownloadRow,
  type DownloadedFile,
} from '@waymark/contract/downloads/download-row';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { openDeviceWindow, useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import { catchFile } from '#/features/devices/testing/saved-file.ts';
import { loadDevices } from '#/features/devices/testing/sample-devices.ts';
import { showDeviceWindows } from '#/features/devices/testing/show-device-windows.tsx';
import { expectTexts } from '#/features/devices/testing/texts.ts';

const UID = 100_234;
const FILES = 'GET /pigrun/downloads';
/** The checksum of the text "hello". */
const SHA256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const UNDER_WAY = {
  downloadState: 'D',
  packetsReceived: 12,
  bytes: null,
  sha256: null,
  downloadCompleteTimeStamp: null,
} as const;

const downloads = page.getByRole('dialog', { name: 'Downloads, AGM 100234' });
const rows = downloads.getByRole('row').filter({ has: page.getByRole('cell') });
const save = downloads.getByRole('button', { name: /^Save,/ });

function open(...files: readonly Partial<DownloadedFile>[]): void {
  answer(FILES, {
    rowsNumber: files.length,
    downloadList: files.map((file) => ({ ...exampleDownloadedFile, ...file })),
  });
  loadDevices({});
  showDeviceWindows();
  openDeviceWindow('downloads', UID);
}

it('DownloadsWindow lists the requested downloads of a device and their files', async () => {
  open({ cId: 5123, ...UNDER_WAY }, {}, { cId: 5121, kind: 'raw' });
  await expectTexts(rows, [
    /^100234Passages2026-03-18 00:00:002026-03-18 09:30:00Downloading12 of 31.*Dana Reyes$/,
    /^100234Passages.*Download Complete31 of 31105 kB.*Dana Reyes9f86d081884c….*Save$/,
    /^100234Raw recording.*Save CSVSave$/,
  ]);
  await expect.element(downloads.getByRole('status')).toHaveTextContent('3 downloads');
  expect(callsOf(FILES)).toMatchObject([{ query: { uid: UID, page: 1, rowsPerPage: 15 } }]);
  await expectAccessible(downloads.element());
});

it('DownloadsWindow shows who requested a download in full beside its buttons', async () => {
  open({ kind: 'raw', name: 'Maximiliana Featherstonehaugh-Cholmondeley of the night shift' });
  const asked = downloads
    .getByText(/^Maximiliana/)
    .or(downloads.getByRole('cell', { name: /Maximiliana/ }))
    .first();
  const acts = downloads.getByRole('button', { name: /^Save CSV/ });
  await expect.element(acts).toBeVisible();
  const [name, button] = [asked.element().getBoundingClientRect(), acts.element().getBoundingClientRect()];
  expect(name.width).toBeGreaterThan(100);
  expect(name.right).toBeLessThanOrEqual(button.left);
});

it('DownloadsWindow says that nothing was downloaded and closes by Escape', async () => {
  open();
  await expect.element(downloads.getByText('Nothing has been downloaded')).toBeVisible();
  downloads.element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => useDeviceWindows.getState().open).toEqual([]);
});

it('DownloadsWindow counts the packets as they arrive', async () => {
  open({ ...UNDER_WAY, packetsTotal: null });
  const bar = downloads.getByRole('progressbar', { name: 'Packets of AGM 100234' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', '12');
  await expect.element(bar).not.toHaveAttribute('aria-valuenow');
  hear('ReceiveDownloadRecordedPassageData', { ...exampleDownloadRow, packetsReceived: 1200, packetsTotal: 2400 });
  await expect.element(bar).toHaveAttribute('aria-valuetext', '1,200 of 2,400');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '50');
});

it('DownloadsWindow saves a file and says that its checksum is right', async () => {
  open({ sha256: SHA256 });
  answer('GET /pigrun/downloads/:cId/file', 'hello');
  const { name, text } = await catchFile(() => save.click());
  expect([name, text]).toEqual(['100234-passages-5122.bin', 'hello']);
  await expect.element(page.getByRole('status').filter({ hasText: 'Its SHA-256 is right.' })).toBeVisible();
});

it('DownloadsWindow says that a file is damaged', async () => {
  open({ sha256: SHA256 });
  answer('GET /pigrun/downloads/:cId/file', 'hell');
  await catchFile(() => save.click());
  await expect
    .element(page.getByRole('alert').filter({ hasText: '100234-passages-5122.bin is damaged' }))
    .toMatchTextContent(`and not ${SHA256}. Save it again.`);
});

it('DownloadsWindow saves the samples of a raw recording as CSV', async () => {
  open({ kind: 'raw' });
  answer('GET /apexagm/rawdata/:uid/:sessionId', 'Timestamp (UTC),GEO,EM\r\n');
  const { name, text } = await catchFile(() => downloads.getByRole('button', { name: /^Save CSV/ }).click());
  expect([name, text]).toEqual(['100234-raw-5122.csv', 'Timestamp (UTC),GEO,EM\r\n']);
});

it('DownloadsWindow says why a file was not saved', async () => {
  expectLogged(/ApiError/);
  open({});
  refuse('GET /pigrun/downloads/:cId/file', 'download-incomplete');
  await save.click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'The file was not saved' }))
    .toMatchTextContent('The device has not sent everything yet.');
});

it('DownloadsWindow shows the whole checksum if the clipboard is not available', async () => {
  open({ sha256: SHA256 });
  await expect.element(downloads.getByText('2cf24dba5fb0…')).toHaveAttribute('title', SHA256);
  await downloads.getByRole('button', { name: 'Copy SHA-256 of AGM 100234' }).click();
  await expect
    .element(downloads.getByText(SHA256).or(downloads.getByRole('button', { name: 'SHA-256 of AGM 100234 copied' })))
    .toBeVisible();
});

it('DownloadsWindow saves nothing while the console is offline', async () => {
  open({});
  await expect.element(save).toBeEnabled();
  setOffline();
  await expect.element(save).toBeDisabled();
});

it('DownloadsWindow shows why the list did not load and loads it on Retry', async () => {
  expectLogged(/ApiError/);
  open({});
  refuse(FILES, 'internal-error');
  await expect.element(downloads.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  answer(FILES, { rowsNumber: 1, downloadList: [exampleDownloadedFile] });
  await downloads.getByRole('button', { name: 'Retry' }).click();
  await expect.element(rows).toHaveLength(1);
});
