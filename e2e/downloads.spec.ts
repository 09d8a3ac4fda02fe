import {
  addAbsent,
  button,
  fillParameters,
  LAUNCH,
  manager,
  openManager,
  readQueue,
  RECEIVE,
  rowOf,
  session,
  startButton,
  summary,
} from './downloads-screen.ts';
import { minutesAgo } from './run-site.ts';
import { shareConsoles } from './shared-consoles.ts';
import { expect, test } from './test.ts';

// A download of recorded passages from the request to the end of the session. Other cases are in
// long/downloads.spec.ts.

test.use({ drawsMap: false });

const openConsole = shareConsoles();

test.afterEach(async ({ site }, testInfo) => {
  if (testInfo.status !== testInfo.expectedStatus)
    await testInfo.attach('queue', { body: JSON.stringify(await readQueue(site), null, 1), contentType: 'text/plain' });
  await site.removeDevices();
});

test('[O-019, O-040, O-046, O-047, O-048] a download between two times shows progress per device, through a reload, to its end', async ({
  site,
}) => {
  const near = await site.addDeviceAt(395_101, 5000);
  for (const minutes of [40, 30]) await near.passage({ at: minutesAgo(minutes) });
  const comeBack = await addAbsent(site, 395_102);
  const page = await openConsole('admin');
  await fillParameters(page, [395_101, 395_102]);
  await startButton(page).click();
  const shown = session(page);

  await test.step('the records of the device arrive', async () => {
    await expect(rowOf(shown, 395_101)).toContainText('Download Complete2 of 2');
    await expect(summary(page)).toHaveText('1 of 2 AGMs complete');
  });
  await test.step('one that is not there waits', async () => {
    await expect(rowOf(shown, 395_102)).toContainText('Queued Command0');
  });
  await test.step('a row tells what it asks for', async () => {
    await button(shown, '395102').click();
    await expect(shown).toContainText(`Asked for ${LAUNCH} to ${RECEIVE} UTC`);
  });
  await test.step('after a reload the window is there again', async () => {
    await page.reload();
    await expect(rowOf(shown, 395_102)).toContainText('Queued Command0');
    await button(shown, 'Close').click();
    await expect(shown).toHaveCount(0);
    await openManager(page);
    await manager(page)
      .getByRole('button', { name: /^Progress of session / })
      .first()
      .click();
    await expect(rowOf(shown, 395_102)).toContainText('Queued Command0');
  });
  await test.step('when the last device has sent all, the session ends by itself', async () => {
    await comeBack();
    await expect(rowOf(shown, 395_102)).toContainText('Download Complete0 of 0');
    await expect(summary(page)).toHaveText(/^Ended at .+ UTC, 2 of 2 AGMs complete$/);
    await expect(button(shown, 'End Session')).toHaveCount(0);
  });
});
