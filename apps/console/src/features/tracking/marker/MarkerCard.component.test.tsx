import { events } from '@waymark/contract/events/index';
import { runPath } from '@waymark/contract/runs/pig-run';
import type { Role } from '@waymark/contract/roles';
import { manualPassage, type Run } from '@waymark/domain/run/run';
import { straightRun } from '@waymark/domain/run/testing/straight-run';
import type { Marker } from '@waymark/domain/path/marker';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { answerUser, makeRun, minutesAgo, putRuns, writeText } from '#/features/runs/testing/run-fixtures.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { putSilence } from '#/features/alerts/silences-store.ts';
import { selectMarker, selectRun } from '#/features/runs/run-selection.ts';
import { MarkerCard } from './MarkerCard.tsx';
import { MarkerDialogs } from './MarkerDialogs.tsx';

const SAVE = 'POST /pigrun/add/';
const card = page.getByRole('region', { name: /^Marker/ });

const withMarker = (name: string, patch: Partial<Marker>): Run =>
  makeRun({ path: { markers: straightRun({}, { [name]: patch }).path.markers } });

interface CardOptions {
  readonly run?: Run;
  readonly role?: Role;
  readonly marker?: string | null;
}

function renderCard({ run = makeRun(), role = 'admin', marker = 'M2' }: CardOptions = {}): void {
  answerUser(role);
  putRuns(run);
  selectRun(run.runId);
  selectMarker(run.runId, marker);
  render(
    <div style={{ position: 'relative', width: 900, height: 500 }}>
      <MarkerCard />
      <MarkerDialogs />
    </div>,
    { role },
  );
}

/** The marker in the console's request. */
const readSent = (name: string) =>
  runPath.parse(JSON.parse(callsOf(SAVE).at(-1)?.body.pigPath ?? '')).markers.find((marker) => marker.name === name);

async function openMore(entry: string): Promise<void> {
  await press('More of M2');
  await page.getByRole('menuitem', { name: entry }).click();
}

it('[T-040] MarkerCard says that no marker is selected, and cycles through the markers by its arrows', async () => {
  renderCard({ marker: null });
  await expect.element(card).toMatchTextContent('No Marker Selected');
  await press('Previous marker', card);
  await expect.element(card).toHaveAttribute('aria-label', 'Marker Receive');
  await press('Next marker', card);
  await expect.element(card).toHaveAttribute('aria-label', 'Marker Launch');
  await press('Next marker', card);
  await expect.element(card).toHaveAttribute('aria-label', 'Marker M1');
});

it('MarkerCard shows arrival, distance, link, passages and note of a marker', async () => {
  const run = withMarker('M2', { note: 'Behind the barn.', linkedUid: 4 });
  renderCard({ run: { ...run, passages: [manualPassage('M2', minutesAgo(1))] } });
  await expectTexts(card.getByRole('definition'), [/^passed$|^\d:\d\d:\d\d$/, /mi$|ft$/, '4', '1']);
  await expect.element(card).toMatchTextContent('Behind the barn.');
  await expect.element(card).toMatchTextContent(/Verified\[manual passage\]/);
  await expectAccessible();
});

it('[W-345] MarkerCard says until when, for which kind and why alerts of the marker are silenced', async () => {
  const run = makeRun();
  renderCard({ run });
  await expectNone(card.getByText(/^Silenced/));
  const { example } = events.ReceiveSilence;
  const ofMarker = { ...example, groupId: run.groupId, pathId: run.path.pathId, markerName: 'M2', uid: null };
  const times = { from: '2026-01-01 00:00:00', until: '2099-01-01 00:00:00' };
  putSilence({ ...ofMarker, ...times, kind: 'agm-offline', reason: 'The battery is changed.' });
  await expectTexts(card.getByText(/^Silenced/), [
    'Silenced until 2099-01-01 00:00:00 UTC (AGM offline): The battery is changed.',
  ]);
  await expectAccessible();
});

it('[W-101] MarkerCard says that a marker passed by the pig has no AGM', async () => {
  renderCard({ run: makeRun({ passages: [manualPassage('M3', minutesAgo(1))] }) });
  await expect.element(card).toMatchTextContent('Unwatched: no AGM stands here to hear the pig');
});

it('MarkerCard says that a marker has no verified passage although a later one has', async () => {
  const markers = makeRun().path.markers.map((marker) =>
    marker.name === 'M2' ? { ...marker, autoLinkedUids: [2] } : marker,
  );
  renderCard({ run: makeRun({ passages: [manualPassage('M3', minutesAgo(1))], path: { markers } }) });
  await expect.element(card).toMatchTextContent('Missing: no verified passage, and the pig was seen beyond');
  await press('Next marker', card);
  await expect.element(card).toHaveAttribute('aria-label', 'Marker M3');
  await expect.element(card).not.toMatchTextContent('Missing');
});

it('[T-032] MarkerCard is minimised for one run and stays open for another', async () => {
  renderCard();
  const other = makeRun({ runId: 42, pig: 'CAL-01' });
  putRuns(makeRun(), other);
  await press('Minimise the marker', card);
  await expectNone(card.getByRole('definition'));
  selectMarker(42, 'M2');
  await expect.poll(() => card.getByRole('definition').elements().length).toBe(4);
  selectMarker(41, 'M2');
  await expectNone(card.getByRole('definition'));
  await press('Show the marker in full', card);
  await expect.poll(() => card.getByRole('definition').elements().length).toBe(4);
});

it('MarkerCard closes with Escape', async () => {
  renderCard();
  await expect.element(card).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectNone(card);
});

it('[T-039] MarkerActs offers a viewer only the passages of a marker', async () => {
  renderCard({ role: 'viewer' });
  await expect.element(button('Passages', card)).toBeVisible();
  await press('More of M2');
  await expectTexts(page.getByRole('menuitem'), ['Go To Marker']);
  await expectNone(card.getByRole('button', { name: /Assign|Add|Change|Unlink/ }));
});

it('[T-035] MarkerActs offers an admin a link, a manual passage and SKIP at a TRACK marker', async () => {
  renderCard();
  for (const name of ['Assign UID', 'Add Manual Passage', 'Change to SKIP', 'Passages'])
    await expect.element(button(name, card)).toBeEnabled();
  setOffline();
  await expect.element(button('Change to SKIP', card)).toBeDisabled();
  await expect.element(button('Passages', card)).toBeEnabled();
});

it('MarkerActs offers neither state nor description of the launch site', async () => {
  renderCard({ marker: 'Launch' });
  await expect.element(button('Passages', card)).toBeVisible();
  await expectNone(card.getByRole('button', { name: /Change|Assign|Add Manual/ }));
  await press('More of Launch');
  await expectTexts(page.getByRole('menuitem'), ['Go To Marker', 'Add Note']);
});

it('[T-036, T-098, T-099] MarkerActs changes a TRACK marker to SKIP, which removes its automatic link', async () => {
  renderCard({ run: withMarker('M2', { autoLink: true, autoVerify: true }) });
  answer(SAVE, { runId: 41 });
  await press('Change to SKIP', card);
  await expect.poll(() => callsOf(SAVE).length).toBe(1);
  expect(readSent('M2')).toMatchObject({ state: 'SKIP', autoLink: false, autoVerify: false });
});

/** Changes M2 to SKIP; the server stores each post. */
async function skipM2(): Promise<void> {
  const run = withMarker('M2', { autoLink: true, autoVerify: true, linkedUid: 3 });
  renderCard({ run });
  let text = writeText(run);
  answer(SAVE, ({ body }) => {
    text = { ...text, rev: text.rev + 1, pigPath: body.pigPath, markers: body.markers };
    return { runId: 41 };
  });
  answer('GET /pigrun', () => [text]);
  await press('Change to SKIP', card);
  await expect.element(button('Undo SKIP', card)).toBeVisible();
}

const UNDONE = { state: 'TRACK', autoLink: true, autoVerify: true, linkedUid: 3 };

it('[W-250] MarkerActs undoes SKIP from the toast, with the AGM link and the automatic settings', async () => {
  await skipM2();
  expect(readSent('M2')).toMatchObject({ state: 'SKIP', linkedUid: null });
  const toast = page.getByRole('status').filter({ hasText: 'M2 changed to SKIP' });
  await press('Undo', toast);
  await expect.element(button('Change to SKIP', card)).toBeVisible();
  expect(readSent('M2')).toMatchObject(UNDONE);
  await expectNone(toast);
});

it('[W-250] MarkerActs undoes SKIP from the card', async () => {
  await skipM2();
  await press('Undo SKIP', card);
  await expect.element(button('Change to SKIP', card)).toBeVisible();
  await expectNone(button('Undo SKIP', card));
  expect(readSent('M2')).toMatchObject(UNDONE);
});

it('[W-257] MarkerActs undoes on a fresh page a SKIP that another console has made', async () => {
  const beforeSkip = { autoLink: true, autoVerify: true, linkedUid: 3 };
  const run = withMarker('M2', { state: 'SKIP', autoLink: false, autoVerify: false, linkedUid: null, beforeSkip });
  renderCard({ run });
  answer(SAVE, { runId: 41 });
  await press('Undo SKIP', card);
  await expect.poll(() => callsOf(SAVE).length).toBe(1);
  expect(readSent('M2')).toMatchObject(UNDONE);
});

it('MarkerActs offers no undo of a marker that was planned as SKIP', async () => {
  renderCard({ run: withMarker('M2', { state: 'SKIP' }) });
  await expect.element(button('Change to TRACK', card)).toBeVisible();
  await expectNone(button('Undo SKIP', card));
});

it('MarkerActs says that a change failed and why', async () => {
  expectLogged(/^ApiError/);
  expectLogged(/^Error: Unable to update Pig Run/);
  renderCard();
  refuse(SAVE, 'run-completed', { detail: 'The run is completed.' });
  await press('Change to SKIP', card);
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Unable to update Pig Run' }))
    .toMatchTextContent(`The run is completed. LogId = ${LOG_ID}`);
});

it('[T-033, T-069] AssignUidDialog names the marker and lists the unassigned AGMs of the run', async () => {
  renderCard({ run: withMarker('M3', { linkedUid: 2, autoLinkedUids: [5] }) });
  await press('Assign UID', card);
  const assign = dialog('Link marker M2 to AGM Device UID');
  const uids = assign.getByRole('combobox', { name: 'AGM Device UID' });
  await expectTexts(uids.getByRole('option'), ['', '1', '3', '4']);
  await expect.element(button('Save', assign)).toBeDisabled();
  await uids.selectOptions('3');
  answer(SAVE, { runId: 41 });
  await press('Save', assign);
  await expectNone(assign);
  expect(readSent('M2')).toMatchObject({ linkedUid: 3 });
});

it('[T-070] AssignUidDialog says that no AGM is left', async () => {
  renderCard({ run: makeRun({ path: { agms: [] } }) });
  await press('Assign UID', card);
  const assign = dialog('Link marker M2 to AGM Device UID');
  await expect.element(assign).toMatchTextContent('No AGMs have been assigned to this pig run');
  await expect.element(assign.getByRole('combobox')).toBeDisabled();
  await expect.element(button('Save', assign)).toBeDisabled();
});

it('[T-034, T-102] MarkerActs unlinks a linked AGM, and offers no link if one is linked automatically', async () => {
  renderCard({ run: withMarker('M2', { linkedUid: 3 }) });
  answer(SAVE, { runId: 41 });
  await press('Unlink UID', card);
  await expect.poll(() => callsOf(SAVE).length).toBe(1);
  expect(readSent('M2')).toMatchObject({ linkedUid: null });
  putRuns({ ...withMarker('M2', { autoLinkedUids: [3] }), rev: 8 });
  await expect.element(card).toMatchTextContent('3auto-linked');
  await expectNone(card.getByRole('button', { name: /link UID|Assign UID/i }));
});

it('[T-037] DescriptionDialog changes the description of the marker', async () => {
  renderCard();
  await openMore('Change Description');
  const change = dialog('Change Description');
  const list = change.getByRole('combobox', { name: 'Description' });
  await expect.element(list).toHaveValue('AGM');
  expect(
    list
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).not.toContain('LAUNCH');
  await list.selectOptions('VALVE');
  answer(SAVE, { runId: 41 });
  await press('Save', change);
  await expectNone(change);
  expect(readSent('M2')).toMatchObject({ description: 'VALVE' });
});

it('[T-038, T-068, T-167, T-168, T-169] NoteDialog refuses more than 200 characters and keeps 199 of 200', async () => {
  renderCard();
  await openMore('Add Note');
  const adding = dialog('Add Note');
  const note = adding.getByLabelText('Note');
  await note.fill('x'.repeat(201));
  await expect.element(adding).toMatchTextContent('Notes are limited to 200 characters');
  await expect.element(adding).toMatchTextContent('201 / 200');
  await expect.element(button('Save', adding)).toBeDisabled();
  await note.fill('x'.repeat(200));
  answer(SAVE, { runId: 41 });
  await press('Save', adding);
  await expectNone(adding);
  expect(readSent('M2')?.note).toBe('x'.repeat(199));
});

it('[W-144] MarkerCard shows the name of the marker on a phone', async () => {
  await page.viewport(390, 844);
  try {
    const longName = 'Canadian River South';
    answerUser('admin');
    const run = makeRun({ path: { markers: straightRun({}, { M2: { name: longName } }).path.markers } });
    putRuns(run);
    selectRun(run.runId);
    selectMarker(run.runId, longName);
    render(
      <div style={{ position: 'relative', width: 390, height: 500, containerType: 'inline-size' }}>
        <MarkerCard />
      </div>,
    );
    const name = card.getByRole('heading', { name: longName });
    await expect.element(name).toBeVisible();
    expect(name.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(96);
    const right = card.element().getBoundingClientRect().right;
    for (const one of card.element().querySelectorAll('header *'))
      expect(one.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  } finally {
    await page.viewport(1440, 900);
  }
});
