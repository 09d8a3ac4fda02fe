import { exampleHandover, exampleSheet, type Handover } from '@waymark/contract/shift/handover';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { catchFile } from '#/features/devices/testing/saved-file.ts';
import { setUnits } from '#/features/units/units.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { useZoneStore } from '#/ui/clock/zones.ts';
import { HandoverView } from './HandoverView.tsx';
import { SheetTables } from './SheetTables.tsx';

const ACCEPT = 'POST /shift/handovers/:id/accept';
const WRITE = 'POST /shift/handovers/:id/file';
const OFFLINE = 'You are offline. Saving is possible again once the connection is back.';

const ACCEPTED = { userId: 14, name: 'Sam Ortiz', at: '2026-03-18 06:02:10', remark: 'Seen' };
const OWN: Handover = { ...exampleHandover, signed: { ...exampleHandover.signed, userId: 7 } };

const view = page.getByRole('region', { name: 'Handover 9', exact: true });
const accept = view.getByRole('button', { name: 'Accept' });
const pdf = view.getByRole('button', { name: 'PDF' });
const csv = view.getByRole('button', { name: 'CSV' });
const dialog = page.getByRole('dialog', { name: 'Accept handover 9' });
const remark = dialog.getByLabelText('Remark');
const confirm = dialog.getByRole('button', { name: 'Accept' });

const show = (handover: Handover, canWrite = true) => render(<HandoverView handover={handover} canWrite={canWrite} />);

const readInChicago = () => useZoneStore.setState({ times: 'mine', ownZone: 'America/Chicago' });

it('[W-374] HandoverView says who signed and who accepted it, in the zone of the reader, and is not accepted again', async () => {
  readInChicago();
  const { rerender } = show({ ...exampleHandover, accepted: ACCEPTED });
  await expect.element(view).toMatchTextContent('Signed by Dana Reyes, 2026-03-18 00:58:30 UTC-5');
  await expect.element(view).toMatchTextContent('Accepted by Sam Ortiz, 2026-03-18 01:02:10 UTC-5: Seen');
  await expect.element(accept).not.toBeInTheDocument();
  rerender(<HandoverView handover={{ ...exampleHandover, accepted: { ...ACCEPTED, remark: '' } }} canWrite />);
  await expect
    .element(view.getByText(/^Accepted by/))
    .toHaveTextContent('Accepted by Sam Ortiz, 2026-03-18 01:02:10 UTC-5');
});

it('HandoverView lets a user who only reads save the files of a waiting handover, and not accept it', async () => {
  show(exampleHandover, false);
  await expect.element(view.getByText('Waits to be accepted')).toBeVisible();
  await expect.element(accept).not.toBeInTheDocument();
  await expect.element(pdf).toBeEnabled();
});

it('[W-374] HandoverView asks the signer for a remark, keeps the dialog without one, and then accepts', async () => {
  show(OWN);
  await accept.click();
  await expect
    .element(remark)
    .toHaveAccessibleDescription('You signed this handover: say why no other user accepts it.');
  refuse(ACCEPT, 'handover-remark-missing');
  await confirm.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(`You signed this handover. Say in a remark why you accept it yourself. LogId = ${LOG_ID}`);
  await remark.fill('No relief on this shift');
  answer(ACCEPT, { handover: { ...OWN, accepted: ACCEPTED } });
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('Handover accepted')).toBeVisible();
  const params = { id: 9 };
  expect(callsOf(ACCEPT)).toEqual([
    { params, body: { note: '' } },
    { params, body: { note: 'No relief on this shift' } },
  ]);
});

it('HandoverView keeps the remark while offline and says why nothing is saved', async () => {
  show(exampleHandover);
  await accept.click();
  await expect.element(remark).toHaveAccessibleDescription('Optional: what you want to have recorded.');
  await remark.fill('All read');
  setOffline();
  await expect.element(confirm).toBeDisabled();
  await expect.element(confirm).toHaveAccessibleDescription(OFFLINE);
  await expect.element(remark).toHaveValue('All read');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  for (const button of [accept, pdf, csv]) {
    await expect.element(button).toBeDisabled();
    await expect.element(button).toHaveAttribute('title', OFFLINE);
  }
  expect(callsOf(ACCEPT)).toEqual([]);
});

it('[W-375] HandoverView saves a handover as CSV and PDF in the units and the zone of the reader', async () => {
  setUnits('metric');
  readInChicago();
  answer(WRITE, 'Section,Time');
  show(exampleHandover);
  await expect.element(csv).toHaveAttribute('title', 'In English, times in America/Chicago');
  expect(await catchFile(() => csv.click())).toEqual({ name: 'handover_9.csv', text: 'Section,Time' });
  expect((await catchFile(() => pdf.click())).name).toBe('handover_9.pdf');
  const asked = { units: 'metric', timeZone: 'America/Chicago' };
  expect(callsOf(WRITE)).toMatchObject([
    { params: { id: 9 }, body: { ...asked, format: 'csv' } },
    { params: { id: 9 }, body: { ...asked, format: 'pdf' } },
  ]);
});

it('HandoverView is busy while a file is written, and says why it was not', async () => {
  const held = holdAnswer(WRITE);
  show(exampleHandover);
  await pdf.click();
  await expect.element(pdf).toHaveAttribute('aria-busy', 'true');
  await expect.element(csv).not.toHaveAttribute('aria-busy');
  held.refuse('report-queue-full', { detail: 'Try again soon.' });
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(`The handover did not downloadTry again soon. LogId = ${LOG_ID}`);
  await expect.element(pdf).not.toHaveAttribute('aria-busy');
});

const FULL: Handover['sheet'] = {
  ...exampleSheet,
  since: null,
  commands: {
    rows: [
      {
        id: 1,
        uid: 100_234,
        type: 'DeviceRestart',
        state: 'sent',
        queuedAt: '2026-03-18 05:00:00',
        queuedBy: 'Dana Reyes',
      },
    ],
    total: 4,
  },
  devices: {
    rows: [
      {
        uid: 100_234,
        runName: 'North line',
        pig: null,
        markerName: 'AGM 04',
        faults: ['far-from-marker'],
        lastHeartbeatAt: '2026-03-18 05:50:00',
        batteryMv: 8200,
        recordMode: 1,
        distanceToMarker: 150,
        clockOffset: 0,
      },
    ],
    total: 1,
  },
};

const cellsOf = (title: string) =>
  page
    .getByRole('region', { name: `Your draft: ${title}` })
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent);

it('[W-372] SheetTables shows each section with the number of its rows, in zone and units of the reader', async () => {
  const { rerender } = render(<SheetTables name="Your draft" sheet={FULL} />);
  await expect
    .element(page.getByText(/^What held at/))
    .toHaveTextContent('What held at 2026-03-18 05:55:00 UTC. No handover was accepted before.');
  const titles = page.getByRole('heading', { level: 3 }).elements();
  expect(titles.map((title) => title.textContent)).toEqual([
    'Open alerts',
    'Active runs (1)',
    'Silences in force',
    'Commands under way (1 of 4)',
    'AGMs in trouble (1)',
    'Notes of the shift',
  ]);
  await expect.element(page.getByText('No silence is in force.')).toBeVisible();
  expect(cellsOf('Commands under way')).toEqual([
    '2026-03-18 05:00:00 UTC',
    '100234',
    'Device Restart',
    'sent, not answered',
    'Dana Reyes',
  ]);
  expect(cellsOf('AGMs in trouble')[2]).toBe('492 ft from its marker');
  await expectAccessible();
  setUnits('metric');
  readInChicago();
  rerender(<SheetTables name="Your draft" sheet={{ ...FULL, since: exampleSheet.since }} />);
  await expect
    .element(page.getByText(/^What held at/))
    .toHaveTextContent('What held at 2026-03-18 00:55:00 UTC-5. Notes since 2026-03-17 12:58:12 UTC-5.');
  expect(cellsOf('AGMs in trouble').slice(1)).toEqual([
    'North line · AGM 04',
    '150 m from its marker',
    '2026-03-18 00:50:00 UTC-5',
  ]);
});
