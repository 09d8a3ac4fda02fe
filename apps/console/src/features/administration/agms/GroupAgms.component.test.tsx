import { exampleDevice } from '@waymark/contract/devices/device';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, loseConnection, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { catchFile } from '#/features/devices/testing/saved-file.ts';
import { loadDevices } from '#/features/devices/testing/sample-devices.ts';
import { expectTexts } from '#/features/devices/testing/texts.ts';
import { useSession } from '#/features/session/session-store.ts';
import { CredentialDialog } from './CredentialDialog.tsx';
import { GroupAgms } from './GroupAgms.tsx';
import { ImportedDialog } from './import/ImportedDialog.tsx';
import { UnseenCredentialsDialog } from './UnseenCredentialsDialog.tsx';
import { recallUnseen } from './unseen-credentials.ts';

type Agm = ReplyAt<'GET /admin/apexagm/:groupId'>[number];

const GROUP = 3;
const ISSUED_AT = '2026-03-02 14:20:05';
const KNOWN: Agm = {
  uid: 361_202,
  group: GROUP,
  lat: 36.1301,
  lon: -96.0302,
  imei: '300234010753371',
  hasCredential: true,
  credentialIssuedAt: ISSUED_AT,
};
const CREDENTIAL = { clientId: 'agm-361001', username: '361001', password: 'shown-once', messageKey: '6b6579' };

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const button = (place: Pick<Locator, 'getByRole'>, name: string) => place.getByRole('button', { name, exact: true });
const rows = page
  .getByRole('grid', { name: 'AGMs' })
  .getByRole('row')
  .filter({ has: page.getByRole('gridcell') });

/** The AGMs of the company on the server. */
let agms: Agm[];

beforeEach(() => {
  agms = [KNOWN];
  answer('GET /admin/apexagm/:groupId', () => agms);
  answer('GET /admin/group', [
    { id: GROUP, groupName: 'Demo Pipelines' },
    { id: 4, groupName: 'Second Lines' },
  ]);
  answer('GET /apexagm', []);
});

function open(): void {
  render(
    <>
      <GroupAgms groupId={GROUP} />
      <CredentialDialog />
      <ImportedDialog />
      <UnseenCredentialsDialog />
    </>,
    { role: 'superadmin' },
  );
}

function answerAdd(): void {
  answer('POST /admin/apexagm/add', ({ body: { uid, group, lat, lon } }) => ({
    uid,
    group,
    lat,
    lon,
    imei: null,
    credential: CREDENTIAL,
  }));
}

async function openInfo(): Promise<Locator> {
  await rows.first().click();
  await expect.element(dialog('AGM')).toBeVisible();
  return dialog('AGM');
}

async function openAdd(): Promise<Locator> {
  await button(page, 'Add AGM').click();
  return dialog('Add AGM');
}

function toTransfer(file: File): DataTransfer {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  return transfer;
}

const toFile = (name: string, text: string) => new File([text], name, { type: 'text/csv' });

it('[G-011, G-012, G-013, G-022] GroupAgms adds an AGM and shows its credential once', async () => {
  agms = [];
  answer('POST /admin/apexagm/add', ({ body: { uid, group, lat, lon, imei } }) => {
    const added = { uid, group, lat, lon, imei: imei ?? null };
    agms.push({ ...added, hasCredential: true, credentialIssuedAt: ISSUED_AT });
    return { ...added, credential: CREDENTIAL };
  });
  open();
  await expect.element(page.getByText('No AGMs')).toBeVisible();
  const form = await openAdd();
  await expect.element(form.getByLabelText('UID')).toHaveFocus();
  await form.getByLabelText('UID').fill('361001');
  await form.getByLabelText('Latitude').fill('36.1301');
  await form.getByLabelText('Longitude').fill('-96.0302');
  await form.getByLabelText('IMEI').fill('300234010753370');
  await userEvent.keyboard('{Enter}');
  const credential = dialog('Device credential');
  await expect.element(credential.getByLabelText('Client id', { exact: true })).toHaveValue('agm-361001');
  await expect.element(credential.getByLabelText('Password', { exact: true })).toHaveValue('shown-once');
  await expect.element(credential.getByLabelText('Message key', { exact: true })).toHaveValue('6b6579');
  await button(credential, 'I have copied it').click();
  await expect.element(credential).not.toBeInTheDocument();
  await expectTexts(rows, [`36100136.1301-96.0302300234010753370Issued ${ISSUED_AT} UTC`]);
  await expect.element(button(page, 'Add AGM')).toHaveFocus();
});

it('GroupAgms keeps the credential open when the user clicks beside it', async () => {
  answer('POST /admin/apexagm/:uid/credential', CREDENTIAL);
  open();
  await button(await openInfo(), 'Rotate credential').click();
  await button(dialog('Rotate the credential of 361202?'), 'Confirm').click();
  await expect.element(dialog('Device credential')).toBeVisible();
  await expectAccessible();
  await userEvent.click(document.elementFromPoint(5, 5) ?? document.body, { position: { x: 5, y: 5 } });
  await expect.element(dialog('Device credential').getByLabelText('Username', { exact: true })).toHaveValue('361001');
});

const isReloadAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the cross', () => button(dialog('Device credential'), 'Close').click()],
])('[W-135] GroupAgms asks before %s closes a credential that is not saved', async (_, close) => {
  answer('POST /admin/apexagm/:uid/credential', CREDENTIAL);
  open();
  expect(isReloadAsked()).toBe(false);
  await button(await openInfo(), 'Rotate credential').click();
  await button(dialog('Rotate the credential of 361202?'), 'Confirm').click();
  const credential = dialog('Device credential');
  await expect.element(button(credential, 'Close')).toHaveFocus();
  expect(isReloadAsked()).toBe(true);
  await close();
  const question = dialog('Close without the credential?');
  await expect.element(question).toMatchTextContent('361202 then needs a new credential before it can connect.');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(credential.getByLabelText('Password', { exact: true })).toHaveValue('shown-once');
  await close();
  await button(question, 'Confirm').click();
  await expect.element(credential).not.toBeInTheDocument();
  expect(isReloadAsked()).toBe(false);
});

it.each(['', 'AGM-1', '123456789012345'])('[G-044] GroupAgms refuses the UID %j', async (uid) => {
  open();
  const form = await openAdd();
  await form.getByLabelText('UID').fill(uid);
  await button(form, 'Add AGM').click();
  await expect.element(form.getByText('Invalid UID')).toBeVisible();
  await expect.element(form.getByLabelText('UID')).toHaveFocus();
  expect(callsOf('POST /admin/apexagm/add')).toEqual([]);
});

it('[G-045, G-046] GroupAgms names the group of an existing UID, and refuses invalid degrees', async () => {
  loadDevices({ ...exampleDevice, uId: 361_101, groupId: 9 });
  open();
  const form = await openAdd();
  await form.getByLabelText('UID').fill('361101');
  await form.getByLabelText('Latitude').fill('north');
  await form.getByLabelText('Longitude').fill('-181');
  await form.getByLabelText('IMEI').fill('12');
  await button(form, 'Add AGM').click();
  await expect.element(form.getByText('UID exists in Group Number: 9')).toBeVisible();
  await expect.element(form.getByText('Invalid latitude')).toBeVisible();
  await expect.element(form.getByText('Invalid longitude')).toBeVisible();
  await expect.element(form.getByText('An IMEI has 15 digits.')).toBeVisible();
});

it('GroupAgms fills both degrees from a pasted pair and leaves an empty position open', async () => {
  answerAdd();
  open();
  const form = await openAdd();
  await form.getByLabelText('UID').fill('361103');
  const pasted = new DataTransfer();
  pasted.setData('text', '36.5, -96.25');
  form
    .getByLabelText('Latitude')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }));
  await expect.element(form.getByLabelText('Latitude')).toHaveValue('36.5');
  await expect.element(form.getByLabelText('Longitude')).toHaveValue('-96.25');
  await form.getByLabelText('Latitude').fill('');
  await form.getByLabelText('Longitude').fill('');
  await button(form, 'Add AGM').click();
  await expect.element(dialog('Device credential')).toBeVisible();
  expect(callsOf('POST /admin/apexagm/add')).toEqual([{ body: { uid: 361_103, group: GROUP, lat: 0, lon: 0 } }]);
});

it('GroupAgms keeps the entries when the server refuses the UID', async () => {
  expectLogged(/ApiError/);
  refuse('POST /admin/apexagm/add', 'uid-exists');
  open();
  const form = await openAdd();
  await form.getByLabelText('UID').fill('361104');
  await button(form, 'Add AGM').click();
  await expect.element(form.getByRole('alert')).toBeVisible();
  await expect.element(form.getByLabelText('UID')).toHaveValue('361104');
  await expect.element(button(form, 'Add AGM')).toBeEnabled();
});

it('[G-023] GroupAgms shows an IMEI only if there is one, and the name of the group', async () => {
  agms = [
    KNOWN,
    { ...KNOWN, uid: 361_203, imei: null, lat: 0, lon: 0, hasCredential: false, credentialIssuedAt: null },
  ];
  open();
  await expectTexts(rows, [/^36120236\.1301-96\.0302300234010753371Issued/, '361203–––None, cannot connect']);
  const info = await openInfo();
  await expectTexts(info.getByRole('term'), ['UID', 'Group', 'Position', 'IMEI', 'Credential']);
  await expectTexts(info.getByRole('definition'), [
    '361202',
    'Demo Pipelines',
    '36.1301, -96.0302',
    '300234010753371',
    `Issued ${ISSUED_AT} UTC`,
  ]);
  await userEvent.keyboard('{Escape}');
  await expect.element(info).not.toBeInTheDocument();
  await expect.element(rows.first()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expectTexts(dialog('AGM').getByRole('term'), ['UID', 'Group', 'Position', 'Credential']);
  await expect.element(button(dialog('AGM'), 'Issue credential')).toBeVisible();
  await expect.element(button(dialog('AGM'), 'Revoke credential')).not.toBeInTheDocument();
});

it('[G-037] GroupAgms saves an AGM after a refusal and sends only the changes', async () => {
  expectLogged(/ApiError/);
  refuse('POST /admin/apexagm/:uid', 'imei-exists');
  open();
  await button(await openInfo(), 'Edit').click();
  const form = dialog('Edit AGM');
  await form.getByLabelText('IMEI').fill('300234010753379');
  await button(form, 'Save').click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('Another device has this IMEI.');
  answer('POST /admin/apexagm/:uid', () => {
    agms = [{ ...KNOWN, imei: '300234010753372' }];
    return { uid: KNOWN.uid, group: GROUP, lat: KNOWN.lat, lon: KNOWN.lon, imei: '300234010753372', credential: null };
  });
  await form.getByLabelText('IMEI').fill('300234010753372');
  await button(form, 'Save').click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
  await expectTexts(rows, [/300234010753372/]);
  expect(callsOf('POST /admin/apexagm/:uid').at(-1)).toEqual({
    params: { uid: KNOWN.uid },
    body: { imei: '300234010753372' },
  });
});

it('GroupAgms warns what an AGM loses when it moves to another group, and clears its position', async () => {
  answer('POST /admin/apexagm/:uid', () => {
    agms = [];
    return { uid: KNOWN.uid, group: 4, lat: 0, lon: 0, imei: KNOWN.imei, credential: CREDENTIAL };
  });
  open();
  await button(await openInfo(), 'Edit').click();
  const form = dialog('Edit AGM');
  await form.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Second Lines' }).click();
  await expect.element(form.getByText(/Moved to Second Lines, .*It gets a new credential/)).toBeVisible();
  await expect.element(form.getByLabelText('Latitude')).toHaveValue('');
  await button(form, 'Move AGM').click();
  await expect.element(dialog('Device credential')).toBeVisible();
  expect(callsOf('POST /admin/apexagm/:uid')).toEqual([{ params: { uid: KNOWN.uid }, body: { group: 4 } }]);
});

it('[G-037, G-061] GroupAgms deletes an AGM after Confirm', async () => {
  answer('DELETE /admin/apexagm/:uid', () => {
    agms = [];
    return {};
  });
  open();
  await button(await openInfo(), 'Delete').click();
  const question = dialog('Delete AGM 361202?');
  await expect.element(question).toMatchTextContent('What it has reported stays with the company.');
  expect(callsOf('DELETE /admin/apexagm/:uid')).toEqual([]);
  await button(question, 'Confirm').click();
  await expect.element(page.getByText('No AGMs')).toBeVisible();
});

it('[W-130] GroupAgms names the active run of an AGM that can neither be deleted nor moved', async () => {
  expectLogged(/^ApiError/);
  const detail = 'AGM 361202 watches the active run North Line (Pig 7). End the run or take the AGM out of it first.';
  refuse('DELETE /admin/apexagm/:uid', 'device-in-active-run', { detail });
  refuse('POST /admin/apexagm/:uid', 'device-in-active-run', { detail });
  open();
  await button(await openInfo(), 'Delete').click();
  const question = dialog('Delete AGM 361202?');
  await expect.element(question).toMatchTextContent('An AGM that watches an active run cannot be removed.');
  await button(question, 'Confirm').click();
  await expect.element(question.getByRole('alert')).toMatchTextContent(detail);
  await button(question, 'Cancel').click();
  await expect.element(question).not.toBeInTheDocument();
  await button(await openInfo(), 'Edit').click();
  const form = dialog('Edit AGM');
  await form.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Second Lines' }).click();
  await expect.element(form).toMatchTextContent('An AGM that watches an active run cannot be moved.');
  await button(form, 'Move AGM').click();
  await expect.element(form.getByRole('alert')).toMatchTextContent(detail);
  await expect.element(form.getByLabelText('Latitude')).toHaveValue('');
});

it('GroupAgms revokes a credential after Confirm and offers to issue another', async () => {
  answer('DELETE /admin/apexagm/:uid/credential', () => {
    agms = [{ ...KNOWN, hasCredential: false, credentialIssuedAt: null }];
    return {};
  });
  answer('POST /admin/apexagm/:uid/credential', () => {
    agms = [KNOWN];
    return CREDENTIAL;
  });
  open();
  await button(await openInfo(), 'Revoke credential').click();
  await button(dialog('Revoke the credential of 361202?'), 'Confirm').click();
  await expectTexts(rows, [/None, cannot connect$/]);
  await button(await openInfo(), 'Issue credential').click();
  await button(dialog('Issue a credential for 361202?'), 'Confirm').click();
  await button(dialog('Device credential'), 'I have copied it').click();
  await expectTexts(rows, [/Issued/]);
});

it('GroupAgms removes an AGM that was deleted elsewhere from the list and says why', async () => {
  expectLogged(/ApiError/);
  refuse('DELETE /admin/apexagm/:uid/credential', 'device-not-found');
  open();
  const info = await openInfo();
  agms = [];
  await button(info, 'Revoke credential').click();
  const question = dialog('Revoke the credential of 361202?');
  await button(question, 'Confirm').click();
  await expect.element(question.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expect.element(page.getByText('No AGMs')).toBeInTheDocument();
});

it('GroupAgms names the invalid lines of a file and does not import it', async () => {
  const errors = [
    {
      line: 3,
      message: 'The same UID as in line 2',
      words: { text: 'The same UID as in line {line}', values: { line: 2 } },
    },
    { line: 4, message: 'A fault of a newer server' },
  ];
  answer('POST /admin/apexagm/import', { rows: [], errors, added: 0, credentials: [] });
  open();
  await button(page, 'Import').click();
  const form = dialog('Import AGMs');
  await expect.element(form.getByText('Choose a file first.')).toBeVisible();
  await expect.element(button(form, 'Import')).toBeDisabled();
  await userEvent.upload(form.getByLabelText('CSV file'), toFile('line 7.csv', 'uid\n1\n1\n'));
  await expect.element(form.getByText(/^line 7\.csv/)).toBeVisible();
  const problems = form.getByRole('table', { name: 'Problems' }).getByRole('row');
  await expectTexts(problems, ['LineMessage', '3The same UID as in line 2', '4A fault of a newer server']);
  await expect.element(form.getByText('2 problems. Nothing was imported.')).toBeVisible();
  await expect.element(button(form, 'Import')).toBeDisabled();
});

it('[W-135] GroupAgms previews a dropped file, imports it and offers the credentials as a file', async () => {
  const found = { line: 2, uid: 361_601, lat: 36.1, lon: -96.2, imei: '300234010753379' };
  answer('POST /admin/apexagm/import', ({ body: { isPreview } }) => ({
    rows: [found, { line: 3, uid: 361_602, lat: 0, lon: 0, imei: null }],
    errors: [],
    added: isPreview ? 0 : 2,
    credentials: isPreview ? [] : [361_601, 361_602].map((uid) => ({ ...CREDENTIAL, uid })),
  }));
  open();
  await button(page, 'Import').click();
  const form = dialog('Import AGMs');
  form
    .getByRole('group', { name: 'File' })
    .element()
    .dispatchEvent(
      new DragEvent('drop', {
        dataTransfer: toTransfer(toFile('agms.csv', 'uid,lat,lon,imei\n')),
        bubbles: true,
        cancelable: true,
      }),
    );
  await expectTexts(form.getByRole('table', { name: 'AGMs to be added' }).getByRole('row'), [
    'LineUIDLatitudeLongitudeIMEI',
    '236160136.1-96.2300234010753379',
    '3361602–––',
  ]);
  await button(form, 'Import 2 AGMs').click();
  const credentials = dialog('Device credentials');
  await expect.element(button(credentials, 'Close')).toHaveFocus();
  expect(isReloadAsked()).toBe(true);
  await userEvent.keyboard('{Escape}');
  const question = dialog('Close without the credentials?');
  await expect.element(question).toMatchTextContent('They have not been downloaded.');
  await button(question, 'Cancel').click();
  const { name, text } = await catchFile(() => button(credentials, 'Download credentials').click());
  expect(isReloadAsked()).toBe(false);
  expect(name).toBe('agm-credentials.csv');
  expect(text.split('\r\n')).toEqual([
    'uid,clientId,username,password,messageKey',
    '"361601","agm-361001","361001","shown-once","6b6579"',
    '"361602","agm-361001","361001","shown-once","6b6579"',
    '',
  ]);
  await button(credentials, 'Done').click();
  await expect.element(credentials).not.toBeInTheDocument();
});

it('GroupAgms finds one of many AGMs by UID or IMEI and pages through the list', async () => {
  agms = Array.from({ length: 120 }, (_, at) => ({ ...KNOWN, uid: 3_700_001 + at, imei: null }));
  agms.push({ ...KNOWN, uid: 9 });
  open();
  await expect.element(page.getByText('121 AGMs')).toBeVisible();
  await expect.element(page.getByText('1–50 of 121')).toBeVisible();
  await expect.element(rows).toHaveLength(50);
  await button(page, 'Next page').click();
  await expect.element(page.getByText('51–100 of 121')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a UID or IMEI' }).fill('0753371');
  await expectTexts(rows, [/^936\.1301/]);
  await page.getByRole('searchbox').fill('no such');
  await expect.element(page.getByText('No results')).toBeVisible();
});

it('GroupAgms changes nothing while the console is offline', async () => {
  open();
  const info = await openInfo();
  setOffline();
  for (const name of ['Rotate credential', 'Revoke credential', 'Delete', 'Edit'])
    await expect.element(button(info, name)).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(button(page, 'Add AGM')).toBeDisabled();
  await expect.element(button(page, 'Import')).toBeDisabled();
});

it('GroupAgms shows why the list did not load and loads it on Retry', async () => {
  expectLogged(/ApiError/);
  refuse('GET /admin/apexagm/:groupId', 'not-found');
  open();
  await expect.element(page.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  answer('GET /admin/apexagm/:groupId', agms);
  await button(page, 'Retry').click();
  await expect.element(rows).toHaveLength(1);
});

const UNSEEN = { uid: KNOWN.uid, group: GROUP };
const unseenDialog = dialog('Credentials not seen');
/** All that the browser stores. */
const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);
const secondsAgo = (seconds: number) => formatUtcSecond(Date.now() - seconds * 1000);

/** A page that was left while it waited for the credential. */
function leaveWaiting(askedSecondsAgo: number, ...uids: readonly number[]): void {
  const askedAt = Date.now() - askedSecondsAgo * 1000;
  localStorage.setItem(
    `waymark.unseen-credentials.${useSession.getState().user?.id ?? 0}`,
    JSON.stringify(uids.map((uid) => ({ ...UNSEEN, uid, askedAt }))),
  );
  recallUnseen();
}

it('[W-254] GroupAgms asks before a reload while a credential is requested', async () => {
  const held = holdAnswer('POST /admin/apexagm/:uid/credential');
  open();
  await button(await openInfo(), 'Rotate credential').click();
  expect(isReloadAsked()).toBe(false);
  await button(dialog('Rotate the credential of 361202?'), 'Confirm').click();
  await expect.poll(isReloadAsked).toBe(true);
  held.answer(CREDENTIAL);
  await button(dialog('Device credential'), 'I have copied it').click();
  await expect.poll(isReloadAsked).toBe(false);
  expect(stored()).not.toContain(String(KNOWN.uid));
});

it('[W-254] GroupAgms notes the AGM that it adds, and no secret, in the browser', async () => {
  answerAdd();
  open();
  const form = await openAdd();
  await form.getByLabelText('UID').fill('361001');
  await button(form, 'Add AGM').click();
  await expect.element(dialog('Device credential')).toBeVisible();
  expect(stored()).toContain('361001');
  for (const secret of ['shown-once', '6b6579']) expect(stored()).not.toContain(secret);
});

it('[W-255] GroupAgms names after a reload the AGM whose credential was not seen, and makes a new one', async () => {
  agms = [{ ...KNOWN, credentialIssuedAt: secondsAgo(9) }];
  answer('POST /admin/apexagm/:uid/credential', CREDENTIAL);
  open();
  leaveWaiting(10, KNOWN.uid);
  await expect.element(unseenDialog).toMatchTextContent('1 AGM got a credential');
  await expect.element(unseenDialog).toMatchTextContent('361202');
  await expectAccessible();
  await button(unseenDialog, 'Make a new one').click();
  await button(dialog('Device credential'), 'I have copied it').click();
  await expect.element(unseenDialog).not.toBeInTheDocument();
  expect(callsOf('POST /admin/apexagm/:uid/credential')).toEqual([{ params: { uid: KNOWN.uid } }]);
  expect(stored()).not.toContain(String(KNOWN.uid));
});

it('[W-255] GroupAgms makes new credentials for the AGMs of a lost import, and shows those it got before a failure', async () => {
  expectLogged(/ApiError/);
  const uids = [361_301, 361_302, 361_303];
  agms = uids.map((uid) => ({ ...KNOWN, uid, credentialIssuedAt: secondsAgo(9) }));
  answer('POST /admin/apexagm/:uid/credential', ({ params: { uid } }) => {
    if (uid === 361_303) throw new TypeError('Failed to fetch');
    return { ...CREDENTIAL, clientId: `agm-${uid}` };
  });
  open();
  leaveWaiting(10, ...uids, 361_304);
  await expect.element(unseenDialog).toMatchTextContent('3 AGMs got a credential');
  await button(unseenDialog, 'Make new ones').click();
  const shown = dialog('Device credentials');
  await expectTexts(shown.getByRole('row'), [/^UID/, /^361301/, /^361302/]);
  await catchFile(() => button(shown, 'Download credentials').click());
  await button(shown, 'Done').click();
  await expect.element(unseenDialog).toMatchTextContent('1 AGM got a credential');
  await button(unseenDialog, 'I have saved it elsewhere').click();
  await expect.element(unseenDialog).not.toBeInTheDocument();
});

it.each([
  ['was never issued', null],
  ['was followed by another one', secondsAgo(60)],
])('[W-255] GroupAgms forgets a credential that %s', async (_, credentialIssuedAt) => {
  agms = [{ ...KNOWN, hasCredential: credentialIssuedAt !== null, credentialIssuedAt }];
  open();
  leaveWaiting(600, KNOWN.uid);
  await expect.poll(stored).not.toContain(String(KNOWN.uid));
  await expect.element(unseenDialog).not.toBeInTheDocument();
});

it('[W-255] GroupAgms keeps a note as long as the server does not say what it knows of the AGM', async () => {
  expectLogged(/ApiError/);
  const { queryClient } = render(<UnseenCredentialsDialog />, { role: 'superadmin' });
  refuse('GET /admin/apexagm/:groupId', 'internal-error');
  leaveWaiting(600, KNOWN.uid);
  await expect.poll(() => callsOf('GET /admin/apexagm/:groupId').length).toBeGreaterThan(0);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(stored()).toContain(String(KNOWN.uid));
  refuse('GET /admin/apexagm/:groupId', 'not-found');
  await queryClient.invalidateQueries();
  await expect.poll(stored).not.toContain(String(KNOWN.uid));
});

it('[W-255] GroupAgms notices the credential of a request whose answer was lost, and asks again later', async () => {
  expectLogged(/ApiError/);
  loseConnection('POST /admin/apexagm/:uid/credential');
  open();
  await button(await openInfo(), 'Rotate credential').click();
  agms = [{ ...KNOWN, credentialIssuedAt: secondsAgo(0) }];
  const question = dialog('Rotate the credential of 361202?');
  await button(question, 'Confirm').click();
  await expect.element(question.getByRole('alert')).toBeVisible();
  await expect.element(unseenDialog).not.toBeInTheDocument();
  await button(question, 'Cancel').click();
  await button(unseenDialog, 'Later').click();
  await expect.element(unseenDialog).not.toBeInTheDocument();
  expect(stored()).toContain(String(KNOWN.uid));
});
