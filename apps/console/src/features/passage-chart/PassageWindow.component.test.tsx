import { examplePassageData, type PassageData } from '@waymark/contract/devices/passage-data';
import { examplePassageRow, type PassageRow } from '@waymark/contract/devices/passage-row';
import type { Role } from '@waymark/contract/roles';
import { formatUtcMillisecond, parseUtc } from '@waymark/domain/time/utc';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { openPassageWindow } from '#/features/devices/windows/device-windows.ts';
import { catchFile } from '#/features/devices/testing/saved-file.ts';
import { loadDevices } from '#/features/devices/testing/sample-devices.ts';
import { showDeviceWindows } from '#/features/devices/testing/show-device-windows.tsx';
import { expectTexts } from '#/features/devices/testing/texts.ts';

const UID = 100_234;
const VERIFY = 'GET /apexagm/verifyPassage/:uid/:passageId/:flag';
const EDIT = 'POST /apexagm/passage/:uid/:passageId/updatetimestamp';
/** A pulse in the middle of the record. */
const SAMPLES = Array.from({ length: 500 }, (_, at) =>
  Math.round(8000 * Math.exp(-(((at - 250) / 30) ** 2)) * Math.sin(at * 2)),
);

const chart = page.getByRole('dialog', { name: /^(Detection Count|Passage of)/ });
const plot = chart.getByRole('application');
const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const named = (count: number) =>
  page.getByRole('dialog', { name: `Detection Count ${count} / 2026-03-16 09:0${count}:00.000000` });
const verified = chart.getByRole('switch');

const makeRow = (count: number): PassageRow => ({
  ...examplePassageRow,
  passageId: count * 10,
  elfId: count * 10,
  geoId: count * 10 + 1,
  magId: count * 10 + 2,
  detectionCount: count,
  passageTimeStamp: `2026-03-16 09:0${count}:00.000`,
  passageTimeEndOfSnip: `2026-03-16 09:0${count}:15.000`,
});

/** The passages on the server, the newest first, and the samples of each record. */
let rows: PassageRow[];
let samples: number[];

function readAt(time: string): number {
  const parsed = parseUtc(time);
  return parsed.ok ? parsed.value : Number.NaN;
}

function readRecord(passageId: number, type: 0 | 1 | 2): PassageData {
  const row = rows.find(({ elfId, geoId, magId }) => [elfId, geoId, magId].includes(passageId)) ?? makeRow(9);
  const { passageTimeStamp, passageTimeEndOfSnip, detectionCount, isVerified } = row;
  const own = { passageTimeStamp, passageTimeEndOfSnip, detectionCount, isVerified, packetComplexInformation: type };
  return { ...examplePassageData, ...own, passageId, data: samples };
}

beforeEach(() => {
  rows = [3, 2, 1].map(makeRow);
  samples = [1, 0, 4, 16_667, ...SAMPLES];
  answer('GET /apexagm/:uid/getPassageHistoricData', ({ query }) => {
    const { rowsPerPage, descending, startDate = 0, endDate = Infinity } = query;
    const isWithin = ({ passageTimeStamp }: PassageRow) =>
      startDate <= readAt(passageTimeStamp) && readAt(passageTimeStamp) <= endDate;
    const found = rows.filter(isWithin);
    return {
      rowsNumber: found.length,
      passageEventList: (descending ? found : found.toReversed()).slice(0, rowsPerPage),
    };
  });
  answer('GET /apexagm/passage/:uid/:passageId', ({ params: { passageId } }) =>
    readRecord(passageId, (passageId % 10) as 0 | 1 | 2),
  );
  answer('GET /apexagm/passage/:uid/:passageId/:type', ({ params: { passageId, type } }) =>
    readRecord(passageId - (passageId % 10) + type, type),
  );
});

afterEach(() => page.viewport(1440, 900));

async function open(passageId: number, role: Role = 'admin'): Promise<void> {
  loadDevices({});
  showDeviceWindows(role);
  openPassageWindow({ uid: UID, passageId, source: 'historic_data' });
  await expect.element(plot).toBeVisible();
}

it('PassageWindow shows its title and its buttons whole on a phone', async () => {
  await page.viewport(390, 844);
  rows = rows.map((row) => ({ ...row, detectionCount: 12_345 }));
  await open(30);
  const title = chart
    .getByText(/^Detection Count/)
    .first()
    .element();
  expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
  for (const control of chart.getByRole('button').elements()) {
    const { left, right } = control.getBoundingClientRect();
    expect([control.textContent, left >= 0, right <= 390]).toEqual([control.textContent, true, true]);
    expect(control.scrollWidth).toBeLessThanOrEqual(control.clientWidth);
  }
});

it('[P-001, P-003, P-005] PassageWindow shows count and time, four waveform choices and the score', async () => {
  await open(30);
  await expect.element(named(3)).toBeVisible();
  await expectTexts(chart.getByRole('radiogroup', { name: 'Waveform type' }), ['ELFGEOMAGAll']);
  await expect.element(chart.getByRole('radio', { name: 'ELF' })).toBeChecked();
  await expect.element(plot).toHaveAccessibleName('ELF wave of detection count 3');
  await expect
    .element(plot)
    .toHaveAccessibleDescription(
      /^ELF: strongest -?\d\.\d{3} at \d\d:\d\d:\d\d\.\d{3} UTC, .* from the passage time\.$/,
    );
  await expect.element(chart.getByText(/^ML$/)).toBeVisible();
  await expect.element(chart).toMatchTextContent(/96\.5%, .+, trained on simulated data/);
  await expectAccessible(chart.element());
});

it('[P-003] PassageWindow opens with the requested record and changes it by keys', async () => {
  await open(21);
  await expect.element(plot).toHaveAccessibleName('GEO wave of detection count 2');
  for (const [key, name] of [
    ['1', 'ELF'],
    ['3', 'MAG'],
    ['4', 'All'],
    ['2', 'GEO'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(plot).toHaveAccessibleName(`${name} wave of detection count 2`);
  }
});

it('[P-006, P-007] PassageWindow steps through the passages and returns to the first after the last', async () => {
  await open(30);
  await expect.element(chart.getByText('1 of 3')).toBeVisible();
  plot.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(named(2)).toBeVisible();
  await button(chart, 'Next passage').click();
  await expect.element(named(1)).toBeVisible();
  await expect.element(chart.getByText('3 of 3')).toBeVisible();
  await expect.element(button(chart, 'Compare')).toBeDisabled();
  await button(chart, 'Next passage').click();
  await expect.element(named(3)).toBeVisible();
  await button(chart, 'Previous passage').click();
  await expect.element(named(1)).toBeVisible();
});

it('PassageWindow compares with the previous passage and shows the spectrum', async () => {
  await open(20);
  await button(chart, 'Compare').click();
  await expectTexts(chart.getByRole('list', { name: 'Lines' }).getByRole('listitem'), ['Count 1', 'ELF']);
  await chart.getByText('Spectrum').click();
  await expect.element(plot).toHaveAccessibleName('ELF spectrum of detection count 2');
  await expect.element(plot).toHaveAccessibleDescription(/^ELF: loudest at \d\.\d\d Hz\.$/);
  await chart.getByText('Envelope').click();
  await expect.element(plot).toHaveAccessibleName('ELF envelope of detection count 2');
});

it('PassageWindow reads the plot with the cursor and zooms by keys', async () => {
  await open(30);
  plot.element().focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.element(chart.getByText(/^[+-]\d+\.\d{3} s +-?\d\.\d{3}$/)).toBeInTheDocument();
  await expect.element(button(chart, 'Show all')).not.toBeInTheDocument();
  await userEvent.keyboard('+');
  await button(chart, 'Show all').click();
  await expect.element(button(chart, 'Show all')).not.toBeInTheDocument();
});

it('[P-004, P-019, P-043] PassageWindow lets an admin verify the passage', async () => {
  answer(VERIFY, () => {
    rows = rows.map((row) => ({ ...row, isVerified: true }));
    return true;
  });
  await open(30);
  await expect.element(verified).not.toBeChecked();
  await chart.getByText('Unverified').click();
  await expect.element(chart.getByRole('switch', { name: 'Verified', exact: true })).toBeChecked();
  expect(callsOf(VERIFY)).toEqual([{ params: { uid: UID, passageId: 30, flag: true } }]);
});

it.each([
  ['Dana Reyes', 'by Dana Reyes'],
  ['automatic', 'automatic'],
])('[W-248] PassageWindow says that %s verified the passage', async (verifiedBy, words) => {
  rows = rows.map((row) => ({ ...row, isVerified: true, verifiedBy }));
  await open(30);
  await expect.element(chart.getByText(words, { exact: true })).toBeVisible();
});

it('[P-019] PassageWindow takes the verification back by a key', async () => {
  rows = rows.map((row) => ({ ...row, isVerified: true }));
  answer(VERIFY, () => {
    rows = rows.map((row) => ({ ...row, isVerified: false }));
    return false;
  });
  await open(30);
  await expect.element(verified).toBeChecked();
  plot.element().focus();
  await userEvent.keyboard('v');
  await expect.element(verified).not.toBeChecked();
  expect(callsOf(VERIFY)).toEqual([{ params: { uid: UID, passageId: 30, flag: false } }]);
});

it('[P-034] PassageWindow says in a dialog why a passage cannot be verified', async () => {
  refuse(VERIFY, 'passage-not-verifiable', { detail: 'Passage Time is in the Future !' });
  await open(30);
  await chart.getByText('Unverified').click();
  const refusal = page.getByRole('dialog', { name: 'Passage not verified' });
  await expect.element(refusal).toMatchTextContent('Passage Time is in the Future !');
  await button(refusal, 'Dismiss').click();
  await expect.element(refusal).not.toBeInTheDocument();
  await expect.element(verified).not.toBeChecked();
});

it('[P-020, P-040, P-042, P-043, P-044] PassageWindow shows a viewer the verification and refuses the keys', async () => {
  await open(30, 'viewer');
  await expect.element(chart.getByText('Unverified')).toBeVisible();
  await expect.element(verified).not.toBeInTheDocument();
  await expect.element(chart.getByRole('button', { name: /Edit time|CSV|Run info/ })).not.toBeInTheDocument();
  expectLogged(/Access Denied/);
  plot.element().focus();
  await userEvent.keyboard('ve');
  await expect.element(chart.getByText('Unverified')).toBeVisible();
  expect(callsOf(VERIFY)).toEqual([]);
});

it('[P-008, P-009] PassageWindow asks before it saves a picked time', async () => {
  answer(EDIT, ({ body: { newPassageTime } }) => {
    const edited = { ...makeRow(2), passageTimeStamp: formatUtcMillisecond(newPassageTime) };
    rows = rows.map((row) => (row.detectionCount === 2 ? edited : row));
    return edited;
  });
  await open(20);
  await button(chart, 'Edit time').click();
  await expect.element(button(chart, 'Edit time')).toHaveAttribute('aria-pressed', 'true');
  plot.element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  const question = page.getByRole('dialog', { name: /^Save passage time as 2026-03-16 09:02:00\.\d{3}000\?$/ });
  await button(question, 'Cancel').click();
  await expect.element(named(2)).toBeVisible();
  expect(callsOf(EDIT)).toEqual([]);
  plot.element().focus();
  await userEvent.keyboard('{Enter}');
  await button(question, 'Confirm').click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
  await expect
    .element(page.getByRole('dialog', { name: /^Detection Count 2 \/ 2026-03-16 09:02:00\.[1-9]\d{2}000/ }))
    .toBeVisible();
  await expect.element(button(chart, 'Edit time')).toHaveAttribute('aria-pressed', 'false');
});

it('PassageWindow says that another user has changed the passage and shows the present state', async () => {
  refuse(EDIT, 'passage-changed');
  await open(20);
  await userEvent.keyboard('e');
  plot.element().focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await button(page.getByRole('dialog', { name: /^Save passage time/ }), 'Confirm').click();
  const refusal = page.getByRole('dialog', { name: 'Passage time not saved' });
  await expect
    .element(refusal)
    .toMatchTextContent('Somebody else has changed this passage meanwhile. The chart shows the passage as it is now.');
  await button(refusal, 'Dismiss').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(button(chart, 'Stop editing')).not.toBeInTheDocument();
  await expect.element(chart).toBeVisible();
});

it('[P-017] PassageWindow saves the samples as CSV', async () => {
  await open(30);
  const { name, text } = await catchFile(() => button(chart, 'CSV').click());
  expect(name).toBe('100234-3-20260316090300000.csv');
  const lines = text.trimEnd().split('\r\n');
  expect(lines.slice(0, 3)).toEqual([
    'Timestamp,ELF',
    `2026-03-16 09:02:43.000,${SAMPLES[0]}`,
    `2026-03-16 09:02:43.064,${SAMPLES[1]}`,
  ]);
  expect(lines).toHaveLength(501);
});

it('[P-002] PassageWindow is maximised, restored and minimised', async () => {
  await open(30);
  await button(chart, 'Maximise').click();
  await expect.element(chart).toHaveAttribute('data-mode', 'maximised');
  await button(chart, 'Restore').click();
  await expect.element(chart).toHaveAttribute('data-mode', 'normal');
  await button(chart, 'Minimise').click();
  await expect.element(plot).not.toBeInTheDocument();
  await button(chart, 'Restore').click();
  await expect.element(plot).toBeVisible();
});

it('PassageWindow says that its passage was deleted elsewhere', async () => {
  await open(30);
  rows = rows.slice(1);
  expectLogged(/ApiError/);
  refuse('GET /apexagm/passage/:uid/:passageId', 'passage-not-found');
  hear('ReceivePassageUpdate', { uid: UID, passageIds: [30, 31, 32], passage: null });
  await expect.element(chart.getByText('This passage is no longer there: somebody has deleted it.')).toBeVisible();
  await expect.element(plot).not.toBeInTheDocument();
});

it('PassageWindow explains that a record has no samples', async () => {
  samples = [];
  loadDevices({ isAutodownload: true });
  showDeviceWindows();
  openPassageWindow({ uid: UID, passageId: 30, source: 'historic_data' });
  await expect.element(chart.getByText(/samples|data/i).first()).toBeVisible();
  await expect.element(button(chart, 'CSV')).toBeDisabled();
  await expect.element(button(chart, 'Edit time')).toBeDisabled();
});

it('PassageWindow shows why a passage did not load and loads it on Retry', async () => {
  expectLogged(/ApiError/);
  const address = 'GET /apexagm/:uid/getPassageHistoricData';
  refuse(address, 'internal-error');
  showDeviceWindows();
  openPassageWindow({ uid: UID, passageId: 30, source: 'historic_data' });
  await expect.element(chart.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  answer(address, { rowsNumber: 1, passageEventList: [makeRow(3)] });
  await button(chart, 'Retry').click();
  await expect.element(plot).toBeVisible();
});

it('PassageWindow verifies and edits nothing while the console is offline', async () => {
  await open(30);
  await expect.element(verified).toBeEnabled();
  setOffline();
  await expect.element(verified).toBeDisabled();
  await expect.element(button(chart, 'Edit time')).toBeDisabled();
});
