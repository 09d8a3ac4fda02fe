import { exampleReach } from '@waymark/contract/routes/reach';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { NotificationsDialog } from './NotificationsDialog.tsx';

const ME = 'GET /pigrun/user/get-user';
const SAVE = 'POST /pigrun/user/update-a2p-messaging-state';
const USER: ReplyAt<typeof ME> = {
  id: 7,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  role: 'admin',
  phone: '',
  a2PMessagingOptInState: false,
  units: null,
  companyUnits: 'us',
  language: null,
  companyLanguage: 'en',
  times: 'utc',
  timeZone: null,
};
const EVENTS = [
  'Heartbeat',
  'Passage',
  'Support',
  'Power mode',
  'Record mode',
  'Frequency select',
  'Stream enable',
  'Detection count',
  'Device info',
  'GPS fix',
  'Control settings',
  'Error',
  'Offline',
  'Shutdown',
  'Sleep report',
];
const SOUNDS = ['None', 'Standard', 'Space Dog', 'Martian', 'Magic', 'Oringzz', 'Bling'];

const dialog = page.getByRole('dialog', { name: 'Notification Settings', exact: true });
const flagOf = (event: string) => dialog.getByRole('checkbox', { name: event, exact: true });
const soundOf = (event: string) => dialog.getByRole('combobox', { name: `Sound of ${event}`, exact: true });
const savePreferences = dialog.getByRole('button', { name: 'Save Preferences' });
const optIn = dialog.getByRole('checkbox', { name: 'Opt-in to receiving informational messaging.' });
const phone = dialog.getByRole('textbox', { name: 'Phone number' });
const saveMessaging = dialog.getByRole('button', { name: 'Save Messaging Settings' });
const exception = page.getByRole('dialog', { name: 'Notification Settings Service Exception' });
const policy = page.getByRole('dialog', { name: 'Privacy Policy' });

beforeEach(() => {
  answer(ME, USER);
  answer('GET /user/reach', exampleReach);
});

const show = () => render(<NotificationsDialog isOpen onClose={() => undefined} />);

it('[N-001, N-002, N-003] NotificationsDialog has fifteen events, each with a flag and a sound, and only a passage is on', async () => {
  show();
  await expect.element(phone).toBeVisible();
  expect(dialog.getByRole('checkbox').elements()).toHaveLength(EVENTS.length + 1);
  for (const event of EVENTS) {
    const flag = flagOf(event).element() as HTMLInputElement;
    expect([event, flag.checked]).toEqual([event, event === 'Passage']);
    expect(soundOf(event).element()).toHaveProperty('value', event === 'Passage' ? 'Standard' : 'None');
  }
  await expectAccessible();
});

it('[N-004] NotificationsDialog offers None, Standard and five named sounds for each event', async () => {
  show();
  await expect.element(phone).toBeVisible();
  const options = soundOf('Error').getByRole('option').elements();
  expect(options.map((option) => option.textContent)).toEqual(SOUNDS);
});

it('[N-012, N-013] NotificationsDialog saves preferences in the browser, confirms it, and calls no server', async () => {
  const { unmount } = show();
  await flagOf('Offline').click();
  await soundOf('Offline').selectOptions('Space Dog');
  await flagOf('Passage').click();
  await savePreferences.click();
  await expect.element(page.getByText('Notification preferences saved')).toBeVisible();
  expect(callsOf(SAVE)).toEqual([]);
  unmount();
  show();
  await expect.element(flagOf('Offline')).toBeChecked();
  await expect.element(soundOf('Offline')).toHaveValue('Space Dog');
  await expect.element(flagOf('Passage')).not.toBeChecked();
});

it('NotificationsDialog discards preferences that were not saved', async () => {
  const { unmount } = show();
  await flagOf('Offline').click();
  unmount();
  show();
  await expect.element(flagOf('Offline')).not.toBeChecked();
});

it('NotificationsDialog plays a chosen sound on request', async () => {
  show();
  await expect.element(dialog.getByRole('button', { name: 'Error has no sound' })).toBeDisabled();
  await soundOf('Error').selectOptions('Standard');
  await expect.element(dialog.getByRole('button', { name: 'Play Standard of Error' })).toBeEnabled();
});

it('[N-005, N-006] NotificationsDialog shows the terms of text messages', async () => {
  show();
  await expect.element(dialog).toMatchTextContent('Terms of Service');
  await expect.element(dialog).toMatchTextContent('Text messages are informational only');
  await expect.element(dialog).toMatchTextContent('Message and data rates apply.');
});

it('[N-010, N-011] NotificationsDialog opens the privacy policy in a separate dialog, which Escape closes first', async () => {
  show();
  await dialog.getByRole('button', { name: 'View Privacy Policy' }).click();
  await expect.element(policy).toMatchTextContent('The phone number is used for informational messages');
  await expect.element(policy.getByRole('button', { name: 'Close' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(policy).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
});

it('[N-007, N-008, N-009, N-015, N-024] MessagingSettings saves the opt-in with the digits of the phone', async () => {
  answer(SAVE, {});
  show();
  await optIn.click();
  await phone.fill('+1 (918) 555-0134');
  await expect.element(phone).toHaveValue('19185550134');
  answer(ME, { ...USER, phone: '19185550134', a2PMessagingOptInState: true });
  await saveMessaging.click();
  await expect.element(page.getByText('Your messaging settings have been saved.')).toBeVisible();
  expect(callsOf(SAVE)).toEqual([{ body: { a2pMessagingOptInState: true, phone: '19185550134' } }]);
});

it('MessagingSettings saves an empty phone when the opt-in is withdrawn', async () => {
  answer(ME, { ...USER, phone: '19185550134', a2PMessagingOptInState: true });
  answer(SAVE, {});
  show();
  await expect.element(optIn).toBeChecked();
  await optIn.click();
  await phone.fill('');
  await saveMessaging.click();
  await expect.element(page.getByText('Your messaging settings have been saved.')).toBeVisible();
  expect(callsOf(SAVE)).toEqual([{ body: { a2pMessagingOptInState: false, phone: '' } }]);
});

it('[N-017, N-018, E-004] MessagingSettings refuses an opt-in without a phone in a red badge and sends nothing', async () => {
  show();
  await optIn.click();
  await saveMessaging.click();
  const badge = dialog.getByText('A phone number must be specified.');
  await expect.element(badge).toBeVisible();
  await expect.element(badge).toHaveStyle({ backgroundColor: 'rgb(194, 39, 45)' });
  await expect.element(phone).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  expect(callsOf(SAVE)).toEqual([]);
});

it('[W-131] MessagingSettings says that the phone has sent STOP and does not show it as opted in', async () => {
  answer(ME, { ...USER, phone: '19185550134', stoppedPhone: { textStartTo: '+19185550100' } });
  const refusal = 'This phone has sent STOP. Text START to +19185550100 from it.';
  refuse(SAVE, 'phone-stopped', { detail: refusal });
  show();
  await expect.element(dialog).toMatchTextContent('Text START to +19185550100 from it to get messages again.');
  await expect.element(optIn).not.toBeChecked();
  await optIn.click();
  await saveMessaging.click();
  await expect.element(phone).toHaveAccessibleDescription(refusal);
  await expect.element(page.getByText('Your messaging settings have been saved.')).not.toBeInTheDocument();
  await expectAccessible();
});

it('[W-131] MessagingSettings shows at once that the phone has sent STOP, and that it has sent START', async () => {
  const mine = { ...USER, phone: '19185550134' };
  answer(ME, {
    ...mine,
    a2PMessagingOptInState: true,
    units: null,
    companyUnits: 'us',
    language: null,
    companyLanguage: 'en',
    times: 'utc',
    timeZone: null,
  });
  answer(SAVE, {});
  show();
  await expect.element(optIn).toBeChecked();
  const hear = async (user: typeof USER) => {
    answer(ME, user);
    await saveMessaging.click();
  };
  await hear({ ...mine, stoppedPhone: { textStartTo: '+19185550100' } });
  await expect.element(dialog).toMatchTextContent('This phone has sent STOP');
  await expect.element(optIn).not.toBeChecked();
  await hear({
    ...mine,
    a2PMessagingOptInState: true,
    units: null,
    companyUnits: 'us',
    language: null,
    companyLanguage: 'en',
    times: 'utc',
    timeZone: null,
  });
  await expect.element(optIn).toBeChecked();
});

it('[N-016] MessagingSettings refuses a phone of more than 50 digits', async () => {
  const tooLong = 'The phone number specified can, at most, include 50 characters of numerics (0-9).';
  show();
  await phone.fill('1'.repeat(51));
  await saveMessaging.click();
  await expect.element(phone).toHaveAccessibleDescription(tooLong);
  await phone.fill('1'.repeat(50));
  await expect.element(dialog.getByText(tooLong)).not.toBeInTheDocument();
  expect(callsOf(SAVE)).toEqual([]);
});

it('[N-022, N-023] MessagingSettings reports a failed save in a dialog with the log id and keeps the entries', async () => {
  expectLogged(/^ApiError/);
  refuse(SAVE, 'internal-error');
  show();
  await phone.fill('9185550134');
  await saveMessaging.click();
  await expect
    .element(exception)
    .toMatchTextContent(`A notification settings service exception has occurred. LogId = [${LOG_ID}]`);
  await expect.element(exception.getByRole('button', { name: 'OK' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(exception).not.toBeInTheDocument();
  await expect.element(phone).toHaveValue('9185550134');
});

it('[N-022] MessagingSettings reports settings that did not load and loads them on Retry', async () => {
  expectLogged(/^ApiError/);
  refuse(ME, 'internal-error');
  show();
  await expect.element(exception).toMatchTextContent(`LogId = [${LOG_ID}]`);
  await exception.getByRole('button', { name: 'OK' }).click();
  answer(ME, { ...USER, phone: '9185550134' });
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(phone).toHaveValue('9185550134');
});

it('MessagingSettings sends one request while it is busy, and none while the console is offline', async () => {
  const held = holdAnswer(SAVE);
  show();
  await phone.fill('9185550134');
  await saveMessaging.click();
  await expect.element(saveMessaging).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  expect(callsOf(SAVE)).toHaveLength(1);
  held.answer({});
  await expect.element(page.getByText('Your messaging settings have been saved.')).toBeVisible();
  setOffline();
  await expect.element(saveMessaging).toBeDisabled();
  await expect.element(dialog.getByText(/^You are offline/)).toBeVisible();
});
