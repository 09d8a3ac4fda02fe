import { examplePassageScores } from '@waymark/contract/devices/passage-row';
import type { Role } from '@waymark/contract/roles';
import { manualPassage, type RunPassage } from '@waymark/domain/run/run';
import { heard } from '@waymark/domain/run/testing/straight-run';
import { formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { shownUserQuery } from '#/features/notifications/current-user.data.ts';
import { answerUser, makeRun, minutesAgo, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { button, choose, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { openRunDialog, selectMarker, type RunDialog } from '#/features/runs/run-selection.ts';
import { PassageDialogs } from './PassageDialogs.tsx';

const SAVE = 'POST /pigrun/add/';
const VERIFY = 'GET /apexagm/verifyPassage/:uid/:passageId/:flag';

let now = 0;
beforeEach(() => {
  now = minutesAgo(0);
});
const ago = (minutes: number) => now - minutes * 60_000;
const utcAgo = (minutes: number) => formatUtcSecond(ago(minutes));

/** Detected by an AGM the given number of minutes ago. */
const heardAgo = (uid: number, minutes: number, markerName: string | null, isVerified = false): RunPassage => ({
  ...heard(uid, minutes, markerName, isVerified),
  passageAt: ago(minutes),
  endOfSnipAt: ago(minutes) + 15_000,
});

const rows = page.getByRole('table').getByRole('row');
const toast = (text: string) => page.getByRole('status').filter({ hasText: text });
const refused = dialog('Passage not changed');

beforeEach(() => answer('POST /pigrun/GetMachineLearningResults', { machineLearningPassageResultList: [] }));

interface Shown {
  readonly passages?: readonly RunPassage[];
  readonly role?: Role;
  readonly marker?: string;
  readonly open?: RunDialog;
}

function renderPassages({ passages = [], role = 'admin', marker = 'M1', open = 'passages' }: Shown = {}) {
  const run = makeRun({ passages });
  answerUser(role);
  putRuns(run);
  selectMarker(run.runId, marker);
  openRunDialog(run.runId, open);
  const { queryClient } = render(<PassageDialogs />, { role });
  return {
    userIsKnown: async () => {
      await expect.poll(() => queryClient.getQueryData(shownUserQuery.queryKey)).toBeDefined();
    },
  };
}

const sentPassages = (): readonly { readonly markerName: string; readonly isVerified: boolean }[] =>
  JSON.parse(callsOf(SAVE).at(-1)?.body.passages ?? '[]') as { markerName: string; isVerified: boolean }[];

it('[T-047, T-048, T-049, T-053] MarkerPassagesWindow lists all passages of the marker, newest first, and marks the manual ones', async () => {
  const passages = [heardAgo(1, 20, 'M1'), manualPassage('M1', ago(10)), heardAgo(2, 15, 'M2')];
  renderPassages({ passages });
  await expectTexts(rows, [
    'TimestampUIDDataVerifiedML VerifiedActions',
    new RegExp(`^${utcAgo(10)}\\[manual passage\\]Verified`),
    new RegExp(`^${formatUtcMillisecond(ago(20))}1ELF`),
  ]);
  await press('Timestamp');
  await expect.element(rows.nth(1)).toMatchTextContent(/ELF/);
  await expect.element(page.getByText('2 passages', { exact: true })).toBeVisible();
  await expectAccessible();
});

it('[T-045, T-050] MarkerPassagesWindow cycles through the markers and says that a marker has no passages', async () => {
  renderPassages({ marker: 'Receive' });
  await expect.element(page.getByText('No passages recieved')).toBeVisible();
  await expect.element(page.getByText('7 of 7, SKIP')).toBeVisible();
  await press('Next marker');
  await expect.element(page.getByText('1 of 7, SKIP')).toBeVisible();
  await press('Previous marker');
  await expect.element(page.getByText('7 of 7, SKIP')).toBeVisible();
});

it('[T-046] MarkerPassagesWindow shows the optional columns that are chosen', async () => {
  renderPassages({ passages: [heardAgo(1, 20, 'M1')] });
  await expect.element(rows.nth(0)).toMatchTextContent(/^TimestampUIDDataVerifiedML Verified/);
  await page.getByRole('button', { name: /Columns/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Detection Count' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Marker Name' }).click();
  await expect
    .element(rows.nth(0))
    .toMatchTextContent(/^TimestampMarker NameUIDDetection CountDataVerifiedML Verified/);
  await page.getByRole('menuitemcheckbox', { name: 'Marker Name' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Detection Count' }).click();
  await expect.element(rows.nth(0)).toMatchTextContent(/^TimestampUIDDataVerifiedML Verified/);
});

it('[T-056, E-006] VerifyCell verifies a passage of an AGM with one click and says so', async () => {
  const passage = heardAgo(1, 20, 'M1');
  renderPassages({ passages: [passage] });
  answer(VERIFY, true);
  await rows.nth(1).getByRole('button', { name: 'Unverified' }).click();
  await expect.element(toast('Success!')).toBeVisible();
  expect(callsOf(VERIFY).map(({ params }) => params)).toEqual([{ uid: 1, passageId: passage.elfId, flag: true }]);
});

it('[T-161, T-162] VerifyCell refuses a second verified passage of a marker without sending a request', async () => {
  renderPassages({ passages: [heardAgo(1, 20, 'M1', true), heardAgo(2, 10, 'M1')] });
  await rows.nth(1).getByTitle('Verify this passage').click();
  await expect.element(refused).toMatchTextContent('This marker has previously verified passage');
  await press('OK', refused);
  await expectNone(refused);
  expect(callsOf(VERIFY)).toEqual([]);
});

it('VerifyCell shows why the server refused a verification', async () => {
  expectLogged(/^ApiError/);
  expectLogged(/^Error: Unable to update Pig Run/);
  renderPassages({ passages: [heardAgo(1, 20, 'M1')] });
  refuse(VERIFY, 'passage-not-found', { detail: 'There is no such passage.' });
  await rows.nth(1).getByTitle('Verify this passage').click();
  await expect
    .element(refused)
    .toMatchTextContent(`Unable to update Pig Run. There is no such passage. LogId = ${LOG_ID}`);
});

it('[T-059, T-060, T-061] MarkerPassagesWindow shows a viewer the verifications without any control to change them', async () => {
  const { userIsKnown } = renderPassages({ role: 'viewer', passages: [manualPassage('M1', ago(10))] });
  await userIsKnown();
  await expect.element(rows.nth(1)).toMatchTextContent('Verified');
  await expectNone(rows.nth(1).getByRole('button'));
});

it('[T-058] MarkerPassagesWindow shows the score of each record in percent, and in a tooltip its type', async () => {
  const passage = heardAgo(1, 20, 'M1');
  const judged = examplePassageScores.elfMachineLearningResultList;
  answer('POST /pigrun/GetMachineLearningResults', {
    machineLearningPassageResultList: [
      {
        ...examplePassageScores,
        uId: 1,
        passageId: passage.elfId ?? 0,
        geoMachineLearningResultList: judged,
        magMachineLearningResultList: judged,
      },
    ],
  });
  renderPassages({ passages: [passage] });
  for (const type of ['ELF', 'GEO', 'MAG']) {
    const score = rows.nth(1).getByTitle(new RegExp(`^${type}: .+, trained on simulated data$`));
    await expect.element(score).toMatchTextContent(new RegExp(String.raw`^${type}\d+\.\d%`));
  }
});

it('[T-054, T-067, T-160] EditTimeDialog changes the time of a manual passage and refuses an invalid time', async () => {
  renderPassages({ passages: [manualPassage('M1', ago(10))] });
  await press('Edit manual passage');
  const edit = dialog('Edit Manual Passage');
  const time = edit.getByLabelText('Passage Time (UTC)');
  await expect.element(time).toHaveValue(utcAgo(10));
  await time.fill('ten past nine');
  await userEvent.keyboard('{Enter}');
  await expect.element(edit).toMatchTextContent('Detected invalid characters');
  await time.fill(utcAgo(31));
  await userEvent.keyboard('{Enter}');
  await expect.element(edit).toMatchTextContent('Entered Time is before Launch Time');
  answer('POST /pigrun/UpdateManualPassage', {});
  const later = utcAgo(9);
  await time.fill(later);
  await press('Set', edit);
  await expect.element(toast('Success!')).toBeVisible();
  expect(callsOf('POST /pigrun/UpdateManualPassage').at(-1)?.body).toMatchObject({
    runId: 41,
    passageTimeStamp: ago(10),
    newPassageTime: ago(9),
  });
});

it('[T-055, T-066, T-191] PassageSteps deletes a manual passage after a confirmation', async () => {
  renderPassages({ passages: [manualPassage('M1', ago(10))] });
  await press('Delete manual passage');
  const question = dialog('Are you sure you want to delete this passage?');
  await expect.element(question).toMatchTextContent(`M1, ${utcAgo(10)}, set by hand.`);
  answer('POST /pigrun/DeleteManualPassage', {});
  await press('Delete', question);
  await expect.element(toast('Success!')).toBeVisible();
  expect(callsOf('POST /pigrun/DeleteManualPassage')).toEqual([{ body: { runId: 41, passageTimeStamp: ago(10) } }]);
});

it('[T-041, T-043, T-044, W-253] AddPassageDialog requires a marker, asks about an impossible speed and adds the passage', async () => {
  renderPassages({ marker: 'Launch', open: 'add-passage' });
  const add = dialog('Add Passage');
  await expect.element(button('Add', add)).toBeDisabled();
  await expect.element(add).toMatchTextContent('Choose a marker.');
  await choose('AGM Marker', 'M2', add);
  await add.getByLabelText('Passage Time (UTC)').fill(utcAgo(10));
  answer(SAVE, { runId: 41 });
  answer('POST /pigrun/triggermanualalert', { queued: 1 });
  await press('Add', add);
  // 22 km in 20 minutes.
  await expect.element(add).toMatchTextContent('the pig would have come or gone at 41 mph. Pigs reach 20 mph.');
  expect(callsOf(SAVE)).toEqual([]);
  await press('Add Anyway', add);
  await expect.element(toast('Passage added')).toMatchTextContent(`M2, ${utcAgo(10)}`);
  expect(sentPassages()).toMatchObject([{ markerName: 'M2', isVerified: true }]);
  expect(callsOf('POST /pigrun/triggermanualalert')[0]?.body).toMatchObject({ markerName: 'M2', pigRunId: 41 });
});

it('[T-142, T-144, T-145, T-148, T-149] AddPassageDialog refuses a marker with a verified passage, and impossible times', async () => {
  renderPassages({ marker: 'M1', open: 'add-passage', passages: [manualPassage('M1', ago(10))] });
  const add = dialog('Add Passage');
  const time = add.getByLabelText('Passage Time (UTC)');
  await press('Add', add);
  await expect.element(add).toMatchTextContent('This marker has previously verified passage');
  await choose('AGM Marker', 'M2', add);
  for (const [typed, words] of [
    ['soon', 'Please enter valid Passage Time {YYYY-MM-DD HH:MM:SS}'],
    [utcAgo(31), 'Manual passage Time is before Launch Time'],
    ['2199-01-01 00:00:00', 'Entered Time is in the Future'],
    [utcAgo(11), 'Entered Time is before or equals to a previously verified psg'],
  ] as const) {
    await time.fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.element(add).toMatchTextContent(words);
  }
  expect(callsOf(SAVE)).toEqual([]);
});

it('[T-063, T-064] UnassociatedWindow lets an admin assign a passage to a marker', async () => {
  renderPassages({ open: 'unassociated', passages: [heardAgo(4, 10, null), heardAgo(1, 20, 'M1')] });
  await expectTexts(rows, [
    /^TimestampUIDDetection CountData/,
    new RegExp(`^${formatUtcMillisecond(ago(10))}412ELFAdd to Marker$`),
  ]);
  await press('Add to Marker');
  const give = dialog('Add to Marker');
  await expect.element(button('Add', give)).toBeDisabled();
  await choose('AGM Marker', 'M3', give);
  answer(SAVE, { runId: 41 });
  await press('Add', give);
  await expect.element(toast('Success!')).toBeVisible();
  expect(
    sentPassages()
      .map(({ markerName }) => markerName)
      .toSorted(),
  ).toEqual(['M1', 'M3']);
});

it('[T-051, T-062] UnassociatedWindow says that there are no such passages, and offers a viewer no action', async () => {
  const { userIsKnown } = renderPassages({ open: 'unassociated', role: 'viewer' });
  await userIsKnown();
  await expect.element(page.getByText('No passages received')).toBeVisible();
  putRuns({ ...makeRun({ passages: [heardAgo(4, 10, null)] }), rev: 8 });
  await expect.element(rows.nth(1)).toMatchTextContent('ELF');
  await expectNone(button('Add to Marker'));
});
