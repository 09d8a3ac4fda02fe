import type { DeviceReply } from '@waymark/contract/devices/device';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, loseConnection, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { loadDevices, NEVER_HEARD } from '#/features/devices/testing/sample-devices.ts';
import { makeRun, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { expectTexts } from '#/features/devices/testing/texts.ts';
import { BroadcastPanel } from './BroadcastPanel.tsx';

type Progress = ReplyAt<'GET /pigrun/broadcast/:broadcastId'>;

const NEAR: Partial<DeviceReply> = { uId: 345_001, firmwareVersion: 10.8, lastExpectedWakeupTime: null };
const FAR: Partial<DeviceReply> = { ...NEVER_HEARD, uId: 345_002 };
const COUNTS = { queued: 0, sent: 0, accepted: 0, rejected: 0, expired: 0, deleted: 0 };
const PROGRESS: Progress = {
  broadcastId: 12,
  at: '2026-03-18 00:04:00',
  by: 'Dana Reyes',
  commandList: ['PM'],
  failed: [],
  counts: COUNTS,
  devices: [],
};

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const agms = dialog('Select Agms')
  .getByRole('row')
  .filter({ has: page.getByRole('gridcell') });
const chosenAgms = page.getByRole('list', { name: 'Selected AGMs' }).getByRole('listitem');
const chosenCommands = page.getByRole('list', { name: 'Selected commands' }).getByRole('listitem');
const broadcast = page.getByRole('group', { name: 'Broadcast 12' });

function open(...devices: readonly Partial<DeviceReply>[]): void {
  loadDevices(...devices);
  render(<BroadcastPanel />);
}

async function selectAgms(sweep: string): Promise<void> {
  await button('Select Agms').click();
  await dialog('Select Agms').getByRole('button', { name: sweep, exact: true }).click();
  await dialog('Select Agms').getByRole('button', { name: 'Select', exact: true }).click();
  await expect.element(dialog('Select Agms')).not.toBeInTheDocument();
}

/** Toggles the given commands. */
async function selectCommands(labels: readonly string[], dates?: readonly [string, string]): Promise<void> {
  await button('Select Commands').click();
  const commands = dialog('Select Commands');
  for (const label of labels) await commands.getByRole('checkbox', { name: label }).click();
  if (dates) {
    await commands.getByLabelText('Start (UTC)').fill(dates[0]);
    await commands.getByLabelText('End (UTC)').fill(dates[1]);
  }
  await commands.getByRole('button', { name: 'Select', exact: true }).click();
  await expect.element(commands).not.toBeInTheDocument();
}

async function expectMessage(title: string, text: string): Promise<void> {
  await expect.element(dialog(title)).toMatchTextContent(text);
  await dialog(title).getByRole('button', { name: 'OK' }).click();
  await expect.element(dialog(title)).not.toBeInTheDocument();
}

it('[B-001, B-002, B-003, B-036] BroadcastPanel sends chosen commands to chosen devices after a confirmation', async () => {
  open(NEAR, FAR);
  answer('POST /pigrun/CreateBroadcastCommands', { queued: 4, broadcastId: 12, failed: [] });
  answer('GET /pigrun/broadcast/:broadcastId', {
    ...PROGRESS,
    counts: { ...COUNTS, queued: 2, accepted: 2 },
    devices: [
      { uid: 345_001, state: 'accepted', note: null },
      { uid: 345_002, state: 'queued', note: null },
    ],
  });
  await selectAgms('All');
  await expectTexts(chosenAgms, ['345001', '345002']);
  await expect.element(page.getByText('2 selected, 1 connected, 1 offline')).toBeVisible();
  await selectCommands(['Power mode low power', 'Mag only']);
  await expectTexts(chosenCommands, ['Power mode low power', 'Mag only']);
  await button('Send Commands Now').click();
  const question = dialog('Send 2 commands to 2 AGMs?');
  await expectTexts(question.getByRole('listitem'), ['Power mode low power', 'Mag only']);
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await expectMessage('Information Message', 'Broadcast commands successfully sent.');
  expect(callsOf('POST /pigrun/CreateBroadcastCommands')).toMatchObject([
    { body: { uidList: [345_001, 345_002], commandList: ['PMLP', 'FS1'] } },
  ]);
  await expect.element(page.getByText('No commands selected')).toBeVisible();
  await expectTexts(chosenAgms, ['345001', '345002']);
  await expect
    .element(broadcast.getByRole('progressbar', { name: 'Accepted' }))
    .toHaveAttribute('aria-valuetext', '1 of 2 AGMs have accepted');
  await broadcast.getByRole('button', { name: 'Waiting 1' }).click();
  await expectTexts(broadcast.getByRole('list', { name: 'Waiting' }), ['345002Queued: offline']);
});

it('BroadcastPanel selects devices with the keyboard, sorts them and finds them by UID', async () => {
  open(NEAR, FAR, { ...NEAR, uId: 345_010, isIridium: true });
  await button('Select Agms').click();
  await expectTexts(agms, ['34500110.80CellularOnline', '345002n/aCellularOffline', '34501010.80SatelliteOnline']);
  await expectAccessible();
  agms.first().element().focus();
  await userEvent.keyboard(' {ArrowDown} ');
  await expect.element(dialog('Select Agms').getByRole('status')).toHaveTextContent('2 of 3 selected');
  await dialog('Select Agms').getByRole('button', { name: 'State' }).click();
  await dialog('Select Agms').getByRole('button', { name: 'State' }).click();
  await expectTexts(agms, [/^345002/, /^345001/, /^345010/]);
  await dialog('Select Agms').getByRole('searchbox', { name: 'Find a UID' }).fill('34501');
  await expectTexts(agms, [/^345010/]);
  await dialog('Select Agms')
    .getByRole('group', { name: 'Select of what is found' })
    .getByRole('button', { name: 'All' })
    .click();
  await expect.element(dialog('Select Agms').getByRole('status')).toHaveTextContent('3 of 3 selected');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('No AGMs selected')).toBeVisible();
});

it('BroadcastPanel selects only connected devices by one button', async () => {
  open(NEAR, FAR);
  await selectAgms('Connected only');
  await expectTexts(chosenAgms, ['345001']);
  await expect.element(page.getByText('1 selected, connected')).toBeVisible();
});

it('BroadcastPanel says that no device is found and cannot select while devices load', async () => {
  render(<BroadcastPanel />);
  await button('Select Agms').click();
  const select = dialog('Select Agms').getByRole('button', { name: 'Select', exact: true });
  await expect.element(select).toBeDisabled();
  await expect.element(dialog('Select Agms').getByText('The devices are still loading.')).toBeVisible();
  loadDevices();
  await expect.element(dialog('Select Agms').getByText('No devices found')).toBeVisible();
  await expect.element(select).toBeEnabled();
});

it.each([
  [[], undefined, 'At least one broadcast command must be selected.'],
  [
    ['Download between dates'],
    ['2026-03-18 00:00:00', '2026-03-17 00:00:00'] as const,
    'A valid start and end date, with the start before the end, is required.',
  ],
] as const)('[B-028, B-029] BroadcastPanel does not send %j', async (labels, dates, text) => {
  open(NEAR);
  await selectAgms('All');
  await selectCommands(labels, dates);
  await button('Send Commands Now').click();
  await expectMessage('Validation Message', text);
  await expectTexts(chosenAgms, ['345001']);
});

it('[B-026] BroadcastPanel does not send without a device', async () => {
  open(NEAR);
  await selectCommands(['Power mode active']);
  await button('Send Commands Now').click();
  await expectMessage('Validation Message', 'At least one AGM must be selected.');
});

it('[W-157] BroadcastPanel replaces an exclusive command, and shows dates only for a download', async () => {
  open(NEAR);
  await button('Select Commands').click();
  const commands = dialog('Select Commands');
  const start = commands.getByLabelText('Start (UTC)');
  await expect.element(start).toBeDisabled();
  await commands.getByRole('checkbox', { name: 'Download between dates' }).click();
  await expect.element(start).toBeEnabled();
  await start.fill('2026-02-30');
  await userEvent.keyboard('{Tab}');
  await expect.element(start).toHaveAttribute('aria-invalid', 'true');
  await commands.getByRole('checkbox', { name: 'Format disk' }).click();
  await expect
    .element(commands.getByRole('status'))
    .toMatchTextContent('Format disk and download between dates are mutually exclusive.');
  await expect.element(commands.getByRole('checkbox', { name: 'Download between dates' })).not.toBeChecked();
  await expect.element(start).toBeDisabled();
  await commands.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('No commands selected')).toBeVisible();
});

it('BroadcastPanel warns before it formats disks', async () => {
  open(NEAR, FAR);
  await selectAgms('All');
  await selectCommands(['Format disk']);
  await button('Send Commands Now').click();
  const question = dialog('Send 1 command to 2 AGMs?');
  await expect.element(question).toMatchTextContent('everything recorded on the SD cards of all 2 AGMs is lost');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expectTexts(chosenCommands, ['Format disk']);
  expect(callsOf('POST /pigrun/CreateBroadcastCommands')).toEqual([]);
});

it('[W-245] BroadcastPanel names the active runs whose AGMs a broadcast would deafen, and asks again', async () => {
  open(NEAR, { ...NEAR, uId: 345_003 }, FAR);
  putRuns(
    makeRun({ pig: 'CLN-16-02', path: { name: 'Due north', agms: [345_001, 345_003] } }),
    makeRun({ runId: 42, pig: 'MFL-8-01', path: { name: 'Far away', agms: [7] } }),
  );
  answer('POST /pigrun/CreateBroadcastCommands', { queued: 3, broadcastId: null, failed: [] });
  await selectAgms('All');
  await selectCommands(['All detectors off']);
  await button('Send Commands Now').click();
  await button('Send').click();
  const again = dialog('Send to AGMs of 1 active run?');
  await expectTexts(again.getByRole('listitem'), ['CLN-16-02, Due north: AGM 345001, 345003']);
  await expect.element(again).toMatchTextContent('no passage is detected until one is on again');
  await expect.element(again.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(again).not.toBeInTheDocument();
  expect(callsOf('POST /pigrun/CreateBroadcastCommands')).toEqual([]);
  await button('Send Commands Now').click();
  await button('Send').click();
  await button('Send all the same').click();
  await expect.element(dialog('Error Message')).toBeVisible();
  expect(callsOf('POST /pigrun/CreateBroadcastCommands')).toMatchObject([{ body: { commandList: ['FS4'] } }]);
});

it('[W-245] BroadcastPanel asks once where no AGM of an active run would be deafened', async () => {
  open(NEAR, FAR);
  putRuns(makeRun({ path: { agms: [345_001] } }));
  answer('POST /pigrun/CreateBroadcastCommands', { queued: 1, broadcastId: null, failed: [] });
  await selectAgms('All');
  await selectCommands(['Power mode low power', 'Mag only']);
  await button('Send Commands Now').click();
  await button('Send').click();
  await expect.element(dialog('Error Message')).toBeVisible();
});

it('[W-245] BroadcastPanel says before a harmful broadcast that the active runs are not loaded', async () => {
  open(NEAR);
  await selectAgms('All');
  await selectCommands(['All detectors off']);
  await button('Send Commands Now').click();
  await button('Send').click();
  const again = dialog('Send without the active runs?');
  await expect.element(again).toMatchTextContent('these AGMs may be watching one');
});

it('[B-037] BroadcastPanel shows a failure with its log id and keeps the choice', async () => {
  open(NEAR);
  putRuns();
  expectLogged(/ApiError/);
  refuse('POST /pigrun/CreateBroadcastCommands', 'broadcast-invalid');
  await selectAgms('All');
  await selectCommands(['Format disk']);
  await button('Send Commands Now').click();
  await button('Send and format').click();
  await expectMessage('Error Message', `Broadcast commands not successfully sent. LogId = [${LOG_ID}].`);
  await expectTexts(chosenCommands, ['Format disk']);
});

it('[B-037] BroadcastPanel shows the reason if no server answered', async () => {
  open(NEAR);
  expectLogged(/cannot be reached/);
  loseConnection('POST /pigrun/CreateBroadcastCommands');
  await selectAgms('All');
  await selectCommands(['Power mode active']);
  await button('Send Commands Now').click();
  await button('Send').click();
  await expectMessage('Error Message', 'Broadcast commands not successfully sent. The server cannot be reached.');
});

it('BroadcastPanel lists devices that cannot take the commands and sends to them again by Retry failed', async () => {
  const failed = [{ uid: 345_002, reason: 'The firmware of the device is too old for this command.' }];
  open(NEAR, FAR);
  answer('POST /pigrun/CreateBroadcastCommands', ({ body }) =>
    body.uidList.length === 2 ? { queued: 1, broadcastId: 12, failed } : { queued: 1, broadcastId: 13, failed: [] },
  );
  answer('GET /pigrun/broadcast/:broadcastId', ({ params: { broadcastId } }) => ({
    ...PROGRESS,
    broadcastId,
    counts: { ...COUNTS, accepted: 1 },
    failed: broadcastId === 12 ? failed : [],
    devices: [{ uid: broadcastId === 12 ? 345_001 : 345_002, state: 'accepted' as const, note: null }],
  }));
  await selectAgms('All');
  await selectCommands(['Download between dates'], ['20260317000000', '2026-03-18 00:00:00']);
  await button('Send Commands Now').click();
  await expect
    .element(dialog('Send 1 command to 2 AGMs?'))
    .toMatchTextContent('2026-03-17 00:00:00 to 2026-03-18 00:00:00');
  await button('Send').click();
  await expectMessage('Information Message', '1 AGM cannot take them. The panel lists why.');
  await expectTexts(broadcast.getByRole('list', { name: 'Failed' }), [`345002${failed[0]?.reason}`]);
  await broadcast.getByRole('button', { name: 'Retry failed' }).click();
  await expect.element(dialog('Send 1 command to 1 AGM?')).toBeVisible();
  await button('Send').click();
  await expectMessage('Information Message', 'Broadcast commands successfully sent.');
  await expect.element(page.getByRole('group', { name: 'Broadcast 13' })).toMatchTextContent('1 of 1 AGM has accepted');
  await expect.element(broadcast).toMatchTextContent('Sent again in a newer broadcast.');
  await expect.element(page.getByRole('button', { name: 'Retry failed' })).not.toBeInTheDocument();
});

it('BroadcastPanel says that nothing was sent if no device supports the commands', async () => {
  const failed = [{ uid: 345_001, reason: 'Not over satellite.' }];
  open(NEAR);
  answer('POST /pigrun/CreateBroadcastCommands', { queued: 0, broadcastId: null, failed });
  await selectAgms('All');
  await selectCommands(['Power mode active']);
  await button('Send Commands Now').click();
  await button('Send').click();
  await expectMessage('Error Message', 'None of the AGMs can take them.');
  await expectTexts(page.getByRole('group', { name: 'Not sent' }).getByRole('list', { name: 'Failed' }), [
    '345001Not over satellite.',
  ]);
});

it('BroadcastPanel sends nothing while the console is offline', async () => {
  open(NEAR);
  await expect.element(button('Send Commands Now')).toBeEnabled();
  setOffline();
  await expect.element(button('Send Commands Now')).toBeDisabled();
});
