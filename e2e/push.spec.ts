import { expectAccessible } from './accessible.ts';
import { dialogOf, openSettings } from './notifications-screen.ts';
import { minutesAgo } from './run-site.ts';
import { expect, openAs, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test('[W-364] a user sends a test mail to themselves and sees that it was sent', async ({ page }) => {
  await openAs(page, 'admin');
  await openSettings(page);
  const mail = dialogOf(page).getByRole('listitem', { name: 'E-mail' });
  await mail.getByRole('button', { name: 'Send test' }).click();
  await expect(mail).toContainText('Last message sent');
  await expectAccessible(page);
});

test('[W-363] the service worker shows a push, and opens its place in the console that is open', async ({
  site,
  page,
}) => {
  const uid = 405_301;
  await site.addDeviceAt(uid, 5000);
  const { runId } = await site.launchRun({
    pig: 'PUSH-1',
    agms: [uid],
    markers: [{ name: 'M1', atM: 5000 }],
    launchAt: minutesAgo(30),
  });
  await page.context().grantPermissions(['notifications']);
  await openAs(page, 'admin');
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const opens = `/?runId=${runId}&markerName=M1`;
  const push = { title: 'PUSH-1: Pig stopped', body: 'North line', tag: 'one', opens, openLabel: 'Open' };
  // Chromium forgets a notification that a page asks for while it is being shown: seen in 15 of 75.
  const shown = new Promise<void>((resolve) => {
    devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName } }) => {
      if (eventName === 'Notification displayed') resolve();
    });
  });
  await devtools.send('BackgroundService.startObserving', { service: 'notifications' });
  await devtools.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true });
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(push),
  });
  const listShown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
    });
  await shown;
  expect(await listShown()).toEqual([{ title: push.title, body: push.body }]);
  // A click of the driver cannot reach the notification: the worker's message after it can.
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async (address) => {
    const { clients } = globalThis as unknown as {
      clients: { matchAll: (which: object) => Promise<{ postMessage: (message: object) => void }[]> };
    };
    for (const client of await clients.matchAll({ type: 'window', includeUncontrolled: true }))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page takes none
      client.postMessage({ opens: address });
  }, opens);
  await expect(page.getByRole('region', { name: 'Marker M1' })).toBeVisible();
});
