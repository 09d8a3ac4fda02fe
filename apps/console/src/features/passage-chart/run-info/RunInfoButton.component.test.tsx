import { examplePassageRow, type PassageRow } from '@waymark/contract/devices/passage-row';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loadDevices } from '#/features/devices/testing/sample-devices.ts';
import { makeRun, readUtc, writeText } from '#/features/runs/testing/run-fixtures.ts';
import { button, choose, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { RunInfoButton } from './RunInfoButton.tsx';

const RUNS = 'GET /pigrun';
const SET = 'POST /apexagm/passage/:uid/:passageId/updateruninfo';
const CLEAR = 'POST /apexagm/passage/:uid/:geoId/:magId/:elfId/clearruninfo';

const row: PassageRow = {
  ...examplePassageRow,
  uid: 101,
  passageId: 31,
  elfId: 31,
  geoId: 32,
  magId: null,
  RunId: null,
  PigRunName: null,
  ToolName: null,
  MarkerName: null,
};
const atMarker: PassageRow = { ...row, RunId: 41, PigRunName: 'Due north', ToolName: 'CLN-16-02', MarkerName: 'M1' };
const launchAt = readUtc(row.passageTimeStamp) - 3_600_000;
const run = makeRun({ runId: 41, launchAt });
const other = makeRun({ runId: 42, launchAt, pig: 'MFL-8', path: { name: 'Far away' } });

const box = dialog('Update Passage Run Info');
const question = dialog('Update passage run info?');
const opener = button('Run info');
const field = (label: string) => box.getByRole('combobox', { name: label });

async function open(passage: PassageRow = row, runs = [run, other]): Promise<void> {
  loadDevices({ uId: 101, groupId: 3 });
  answer(RUNS, runs.map(writeText));
  render(<RunInfoButton row={passage} />);
  await press('Run info');
}

/** Chooses run 41 and marker M2, and goes on to the comparison. */
async function chooseM2(): Promise<void> {
  await choose('Pig Run', 'Due north, run 41', box);
  await choose('Marker', 'M2', box);
  await press('Set', box);
}

it('says step by step what is missing, and offers tool and marker of the chosen run only', async () => {
  await open();
  await expect.element(box.getByText('Choose a pig run.')).toBeVisible();
  await expect.element(field('Marker')).toBeDisabled();
  await choose('Pig Run', 'Due north, run 41', box);
  // The only tool of a run is chosen at once.
  await expect.element(field('Tool')).toHaveValue('CLN-16-02');
  await expect.element(box.getByText('Choose a marker.').first()).toBeVisible();
  await expect.element(button('Set', box)).toBeDisabled();
  await choose('Marker', 'M2', box);
  await expect.element(button('Set', box)).toBeEnabled();
  await expectAccessible();
});

it('another run takes back a marker that it does not have', async () => {
  const renamed = { ...other, path: { ...other.path, markers: other.path.markers.slice(0, 2) } };
  await open(row, [run, renamed]);
  await choose('Pig Run', 'Due north, run 41', box);
  await choose('Marker', 'M2', box);
  await choose('Pig Run', 'Far away, run 42', box);
  await expect.element(field('Marker')).toHaveValue('');
  await expect.element(field('Tool')).toHaveValue('MFL-8');
});

it('asks for the runs at the time of the passage, and says that there were none', async () => {
  await open(row, []);
  await expect.element(field('Pig Run')).toHaveAttribute('placeholder', 'No run was on its way at that time');
  expect(callsOf(RUNS)[0]?.query).toMatchObject({ at: expect.anything() as unknown });
});

it('runs that did not load are not called none', async () => {
  loadDevices({ uId: 101, groupId: 3 });
  expectLogged(/^ApiError/);
  refuse(RUNS, 'internal-error');
  render(<RunInfoButton row={row} />);
  await press('Run info');
  await expect.element(field('Pig Run')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Pig Run')).toHaveAttribute('placeholder', 'The pig runs did not load');
});

it('saves after a comparison of the old values with the new ones', async () => {
  await open();
  await chooseM2();
  await expectTexts(question.getByRole('row'), [
    /Old valueNew value/,
    'Runnone41',
    'Pig runnoneDue north',
    'ToolnoneCLN-16-02',
    'MarkernoneM2',
  ]);
  answer(SET, { ...row, RunId: 41 });
  await press('Yes', question);
  await expect.element(page.getByText('Success!')).toBeVisible();
  await expectNone(question);
  expect(callsOf(SET)).toMatchObject([
    { params: { uid: 101, passageId: 31 }, body: [41, 'Due north', 'CLN-16-02', 'M2', readUtc(row.passageTimeStamp)] },
  ]);
  await expect.element(opener).toHaveFocus();
});

it('No returns to the choice with its entries', async () => {
  await open();
  await chooseM2();
  await press('No', question);
  await expect.element(field('Marker')).toHaveValue('M2');
  await expect.element(field('Pig Run')).toHaveValue('Due north, run 41');
  expect(callsOf(SET)).toEqual([]);
});

it('begins with the run info of the passage, and does not save it again', async () => {
  await open(atMarker);
  await expect.element(field('Marker')).toHaveValue('M1');
  await expect.element(box.getByText('The passage is there already.').first()).toBeVisible();
  await expect.element(button('Set', box)).toBeDisabled();
  await choose('Marker', 'M3', box);
  await expect.element(button('Set', box)).toBeEnabled();
});

it('removes the run info of a passage after a question, with its records', async () => {
  await open(atMarker);
  await expect.element(box.getByText('Now at M1 of run 41.')).toBeVisible();
  await press('Clear run info', box);
  await expectTexts(question.getByRole('row').nth(4), ['MarkerM1none']);
  answer(CLEAR, {});
  await press('Yes', question);
  await expect.element(page.getByText('Success!')).toBeVisible();
  expect(callsOf(CLEAR)[0]?.params).toEqual({ uid: 101, geoId: 32, magId: 0, elfId: 31 });
});

it('a passage of no run has nothing to remove', async () => {
  await open();
  await expect.element(field('Pig Run')).toBeVisible();
  await expectNone(button('Clear run info', box));
});

it('says why the server refuses, with the log id, and returns to the passage', async () => {
  await open();
  await chooseM2();
  refuse(SET, 'internal-error');
  await press('Yes', question);
  const refusal = dialog('Run info not changed');
  await expect.element(refusal).toMatchTextContent(`LogId = ${LOG_ID}`);
  await press('Dismiss', refusal);
  await expectNone(refusal);
  await expect.element(opener).toHaveFocus();
});

it('Cancel leaves the choice, and the focus returns to its button', async () => {
  await open();
  await expect.element(box.getByText('Choose a pig run.')).toBeVisible();
  await button('Cancel', box).click();
  await expectNone(box);
  await expect.element(opener).toHaveFocus();
});

it('offline it cannot be opened, and an open choice cannot be set', async () => {
  await open(atMarker);
  await choose('Marker', 'M3', box);
  await expect.element(button('Set', box)).toBeEnabled();
  setOffline();
  await expect.element(button('Set', box)).toBeDisabled();
  await expect.element(button('Clear run info', box)).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toBeDisabled();
});
