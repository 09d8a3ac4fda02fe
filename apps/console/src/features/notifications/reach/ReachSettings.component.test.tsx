import { exampleReach } from '@waymark/contract/routes/reach';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { digestEndpoint } from './push-browser.ts';
import type { Reach } from './reach.data.ts';
import { ReachSettings } from './ReachSettings.tsx';

const READ = 'GET /user/reach';
const TEST = 'POST /user/reach/test';
const ADD = 'POST /user/reach/browsers';
const ENDPOINT = 'https://push.example.com/send/this-browser';

const way = (name: string) => page.getByRole('listitem', { name, exact: true });
const testOf = (name: string) => way(name).getByRole('button', { name: 'Send test' });
const show = () => render(<ReachSettings />);

const REACH: Reach = { ...exampleReach, push: { ...exampleReach.push, browsers: [] } };

/** Replaces the push manager of this browser, which a test without a push service lacks. */
async function pretendPush(permission: NotificationPermission): Promise<void> {
  vi.stubGlobal('Notification', { permission, requestPermission: () => Promise.resolve(permission) });
  vi.stubGlobal('PushManager', () => undefined);
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: null },
    unsubscribe: () => Promise.resolve(true),
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'BCVx', auth: 'BTBZ' } }),
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: () => Promise.resolve(subscription),
  };
  const registration = { pushManager };
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue({
    getRegistration: () => Promise.resolve(registration),
    register: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
  } as unknown as ServiceWorkerContainer);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('[W-364] ReachSettings shows each way with its last message, and sends a test', async () => {
  await pretendPush('default');
  answer(READ, REACH);
  const tested: Reach = {
    ...REACH,
    email: { ...REACH.email, last: { at: '2026-03-18 05:00:00', state: 'sent', error: null } },
  };
  answer(TEST, tested);
  show();
  await expect.element(way('E-mail')).toMatchTextContent('dana.reyes@example.com');
  await expect.element(way('E-mail')).toMatchTextContent('Last message sent 2026-03-18 04:40:10 UTC.');
  await expect.element(way('Text message')).toMatchTextContent('No message yet.');
  await expect.element(way('Push in this browser')).toMatchTextContent('Off in this browser.');
  await expectAccessible();
  answer(READ, tested);
  await testOf('E-mail').click();
  await expect.element(way('E-mail')).toMatchTextContent('Last message sent 2026-03-18 05:00:00 UTC.');
  expect(callsOf(TEST)).toEqual([{ body: { medium: 'email' } }]);
});

it('[W-364] ReachSettings says why a message failed, and why a way is not possible', async () => {
  await pretendPush('denied');
  answer(READ, {
    ...REACH,
    email: { ...REACH.email, last: { at: '2026-03-18 05:00:00', state: 'failed', error: '550 no such user' } },
    sms: { ...REACH.sms, isOptedIn: false },
  });
  show();
  await expect
    .element(way('E-mail'))
    .toMatchTextContent('Last message failed, 2026-03-18 05:00:00 UTC: 550 no such user');
  await expect.element(way('Text message')).toMatchTextContent('Not opted in.');
  await expect.element(testOf('Text message')).toBeDisabled();
  await expect.element(way('Push in this browser')).toMatchTextContent('blocked in the settings of this browser');
  await expect.element(way('Push in this browser').getByRole('button', { name: 'Turn on' })).toBeDisabled();
});

it('[W-364] ReachSettings turns push on in this browser, which can then be tested and turned off', async () => {
  await pretendPush('granted');
  answer(READ, REACH);
  show();
  const [browser] = exampleReach.push.browsers;
  if (!browser) throw new Error('the example has no browser');
  const own = { ...browser, name: 'Firefox 145 on Windows', digest: await digestEndpoint(ENDPOINT) };
  const on = { ...REACH, push: { ...REACH.push, browsers: [own] } };
  const turnOn = way('Push in this browser').getByRole('button', { name: 'Turn on' });
  await expect.element(turnOn).toBeEnabled();
  answer(ADD, on);
  answer(READ, on);
  await turnOn.click();
  await expect.element(testOf('Push in this browser')).toBeEnabled();
  expect(callsOf(ADD)).toEqual([{ body: { endpoint: ENDPOINT, keys: { p256dh: 'BCVx', auth: 'BTBZ' } } }]);
  await expect.element(way('Push in this browser')).toMatchTextContent('Firefox 145 on Windows');
  answer('DELETE /user/reach/browsers/:id', REACH);
  answer(READ, REACH);
  await way('Push in this browser').getByRole('button', { name: 'Turn off' }).click();
  await expect.element(turnOn).toBeVisible();
});

it('[W-362] ReachSettings tells of a browser that was removed, and lists the others', async () => {
  await pretendPush('default');
  answer(READ, {
    ...exampleReach,
    push: { ...exampleReach.push, lost: { name: 'Safari 19 on iPhone', at: '2026-03-18 05:00:00' } },
  });
  show();
  await expect
    .element(page.getByText(/^Safari 19 on iPhone was removed 2026-03-18 05:00:00 UTC: its push service no longer/))
    .toBeVisible();
  await expect.element(way('Push in Chrome 142 on Android')).toMatchTextContent('Last message sent');
  await expect.element(page.getByRole('button', { name: 'Turn push off in Chrome 142 on Android' })).toBeEnabled();
});

it('[W-364] ReachSettings says where push is not possible', async () => {
  vi.stubGlobal('isSecureContext', false);
  answer(READ, REACH);
  show();
  await expect.element(way('Push in this browser')).toMatchTextContent('Push needs HTTPS');
});

it('[W-364] ReachSettings shows a refused test, a failed load, and nothing to press while the console is offline', async () => {
  expectLogged(/^ApiError/);
  await pretendPush('default');
  refuse(READ, 'internal-error');
  show();
  await expect.element(page.getByText('Ways to reach you did not load')).toBeVisible();
  answer(READ, REACH);
  await page.getByRole('button', { name: 'Retry' }).click();
  refuse(TEST, 'test-too-soon');
  await testOf('E-mail').click();
  await expect.element(page.getByText('The test was not sent')).toBeVisible();
  setOffline();
  await expect.element(testOf('E-mail')).toBeDisabled();
});
