import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { readWebhook, type WebhookEvent } from '../../packages/client/src/webhook.ts';
import { expectAccessible } from '../accessible.ts';
import { minutesAgo, placeAt, type LaunchedRun } from '../run-site.ts';
import { saveBy } from '../saved-file.ts';
import type { Site } from '../site.ts';
import { chooseFromUserMenu, expect, LOST_CONNECTION, openAs, test } from '../test.ts';
import { chooseFromRunMenu } from '../tracking-screen.ts';

// Programs of others read webhooks, calendar feeds and files for maps.

test.use({ drawsMap: false });

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

const UID = 406_301;

async function launch(site: Site): Promise<LaunchedRun> {
  await site.registerDevice({ uid: UID, ...placeAt(5000) });
  const markers = [{ name: 'M1', atM: 5000 }];
  return site.launchRun({ pig: 'EDGE-1', agms: [UID], markers, launchAt: minutesAgo(30) });
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** A receiver of webhooks; it answers with its status. */
async function openReceiver() {
  const requests: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
  const receiver = { status: 200, requests, port: 0, close: () => server.close() };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ headers: request.headers, body });
      response.writeHead(receiver.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.port = (server.address() as AddressInfo).port;
  return receiver;
}

test.describe('with a receiver in the own network', () => {
  test.beforeEach(async ({ site, expectedErrors }) => {
    expectedErrors.push(LOST_CONNECTION);
    await site.stop();
    await site.start({ WAYMARK_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.0/8' });
  });
  test.afterEach(async ({ site }) => {
    for (const { id } of await site.call<{ readonly id: number }[]>('GET', '/event-hooks'))
      await site.call('DELETE', `/event-hooks/${id}`);
    await site.stop();
    await site.start();
  });

  test('[W-389, W-392, W-394] an admin adds a webhook, whose receiver verifies the events, and replays one that failed', async ({
    page,
    site,
  }) => {
    const receiver = await openReceiver();
    await openAs(page, 'admin', '/webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const form = dialog(page, 'Add a Webhook');
    await form.getByLabel('Address').fill(`http://127.0.0.1:${receiver.port}/waymark`);
    await form.getByLabel('Description').fill('Historian');
    await form.getByLabel('waymark.run.launched', { exact: true }).check();
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const shown = dialog(page, 'Signing secret');
    const secret = await shown.getByLabel('Secret', { exact: true }).inputValue();
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    const read = (at: number): Promise<WebhookEvent> =>
      readWebhook({ secret, headers: receiver.requests[at]?.headers ?? {}, body: receiver.requests[at]?.body ?? '' });

    await page.getByRole('button', { name: 'Send test' }).click();
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect((await read(0)).type).toBe('waymark.test');

    receiver.status = 410;
    const { runId } = await launch(site);
    await expect.poll(() => receiver.requests.length).toBe(2);
    expect(await read(1)).toMatchObject({ type: 'waymark.run.launched', data: { run: { runId, pig: 'EDGE-1' } } });
    const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
    await expect(row).toContainText('410 Gone');
    await expect(row).toContainText('1 dead');

    receiver.status = 200;
    await row.getByRole('button', { name: 'Edit' }).click();
    const edited = dialog(page, 'Edit the Webhook');
    await edited.getByLabel('Enabled').check();
    await edited.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('button', { name: 'Deliveries' }).click();
    const dead = page.getByRole('row').filter({ hasText: 'waymark.run.launched' });
    await expect(dead).toContainText('Dead');
    await dead.getByRole('button', { name: /^Replay/ }).click();
    await expect(dead).toContainText('Delivered');
    expect(receiver.requests.map(({ headers }) => headers['webhook-id']).at(2)).toBe(
      receiver.requests[1]?.headers['webhook-id'],
    );
    await expectAccessible(page);
    receiver.close();
  });
});

test('[W-518, W-522] an admin makes a calendar feed, which lists the arrivals of a run until it is revoked', async ({
  page,
  site,
}) => {
  await launch(site);
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'Calendar Feeds');
  const list = dialog(page, 'Calendar Feeds');
  await list.getByRole('button', { name: 'New feed' }).click();
  const form = dialog(page, 'New Calendar Feed');
  await form.getByLabel('Where it is read').fill('Wall calendar');
  await form.getByRole('radio', { name: 'Of the company' }).check();
  await form.getByRole('button', { name: 'Make the feed' }).click();
  const shown = dialog(page, 'Calendar feed');
  const address = new URL(await shown.getByLabel('Address', { exact: true }).inputValue());
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  const fetchFeed = () => fetch(`${site.url}${address.pathname}`);
  const feed = await fetchFeed();
  expect(feed.headers.get('content-type')).toContain('text/calendar');
  expect(await feed.text()).toMatch(/BEGIN:VEVENT[^]*SUMMARY:[^\n]*EDGE-1/);
  await list.getByRole('button', { name: 'Revoke Wall calendar' }).click();
  await dialog(page, 'Revoke calendar feed?').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(list).toContainText('No calendar feeds');
  expect((await fetchFeed()).status).toBe(404);
});

test('[W-522] the run sheet saves the line and its markers as a file for maps', async ({ page, site }) => {
  await launch(site);
  await openAs(page, 'admin');
  await chooseFromRunMenu(page, 'EDGE-1', 'Run Sheet');
  const sheet = page.getByRole('dialog', { name: /run sheet$/ });
  await sheet.getByRole('button', { name: 'Map file' }).click();
  const { name, text: kml } = await saveBy(page, () =>
    page.getByRole('menuitem', { name: 'KML (Google Earth)' }).click(),
  );
  expect(name).toMatch(/\.kml$/);
  expect(kml).toContain('<name>M1</name>');
  expect(kml).toContain('<LineString>');
});
