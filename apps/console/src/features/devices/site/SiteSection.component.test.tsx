import { exampleDevice } from '@waymark/contract/devices/device';
import { events } from '@waymark/contract/events/index';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Role } from '@waymark/contract/roles';
import { onAskMiddle } from '#/map/map-commands.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { useZoneStore } from '#/ui/clock/zones.ts';
import { SiteSection } from './SiteSection.tsx';

const UID = 100_234;
const READ = 'GET /apexagm/:uid/site';
const MOVE = 'POST /apexagm/:uid/site';
const SITE = { since: '2026-03-18 00:03:59', lat: 36.1301, lon: -96.0302, heartbeats: 48, passages: 1 };

const section = page.getByRole('group', { name: 'Site' });
const opener = section.getByRole('button', { name: 'Move to next site' });
const dialog = page.getByRole('dialog', { name: 'Move to next site' });
const lat = dialog.getByLabelText('Latitude');
const lon = dialog.getByLabelText('Longitude');
const submit = dialog.getByRole('button', { name: 'Move to next site' });

beforeEach(() => {
  answer(READ, SITE);
  answer('GET /apexagm', [exampleDevice]);
});

afterEach(() => void vi.useRealTimers());

const show = (role: Role = 'admin') => render(<SiteSection uid={UID} role={role} />, { role });

async function openDialog(): Promise<void> {
  show();
  await opener.click();
  await expect.element(lat).toHaveFocus();
}

it('[W-311] SiteSection says since when the device is there in the zone of the reader', async () => {
  show();
  await expect.element(section).toMatchTextContent('Here since2026-03-18 00:03:59 UTC');
  await expect.element(section).toMatchTextContent('Reported here48 heartbeats, 1 passage');
  await expectAccessible();
  useZoneStore.setState({ ownZone: 'Asia/Kathmandu', times: 'mine' });
  await expect.element(section).toMatchTextContent('Here since2026-03-18 05:48:59 UTC+5:45');
});

it('SiteSection says what it loads, why it did not load, and loads it on Retry', async () => {
  expectLogged(/ApiError/);
  const held = holdAnswer(READ);
  show();
  await expect.element(section.getByRole('status', { name: 'Loading site' })).toBeInTheDocument();
  held.refuse('internal-error');
  await expect.element(section.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  answer(READ, SITE);
  await section.getByRole('button', { name: 'Retry' }).click();
  await expect.element(section).toMatchTextContent('48 heartbeats');
});

it('SiteSection says that newer counts did not load, and keeps those that it has', async () => {
  expectLogged(/ApiError/);
  show();
  await expect.element(section).toMatchTextContent('48 heartbeats');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
  refuse(READ, 'internal-error');
  hear('ReceiveHeartbeat', { ...events.ReceiveHeartbeat.example, uid: UID });
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  await expect.element(section.getByRole('alert')).toMatchTextContent('Site did not load');
  await expect.element(section).toMatchTextContent('48 heartbeats');
});

it('SiteSection loads its counts once after a burst of reports of its device', async () => {
  show();
  await expect.element(section).toMatchTextContent('48 heartbeats');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
  answer(READ, { ...SITE, heartbeats: 50 });
  const { example } = events.ReceiveHeartbeat;
  hear('ReceiveHeartbeat', { ...example, uid: UID + 1 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(callsOf(READ)).toHaveLength(1);
  for (let count = 0; count < 3; count += 1) hear('ReceiveHeartbeat', { ...example, uid: UID });
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  await expect.element(section).toMatchTextContent('50 heartbeats');
  expect(callsOf(READ)).toHaveLength(2);
});

it('SiteSection offers no move to a viewer', async () => {
  show('viewer');
  await expect.element(section).toMatchTextContent('48 heartbeats');
  await expect.element(opener).not.toBeInTheDocument();
});

it('MoveToSiteDialog requires both degrees, names the wrong one and focuses it', async () => {
  await openDialog();
  await lat.fill('36.5');
  await userEvent.keyboard('{Enter}');
  await expect.element(lon).toHaveAccessibleDescription('Invalid longitude');
  await expect.element(lon).toHaveFocus();
  await expect.element(lat).not.toHaveAttribute('aria-invalid', 'true');
  await lon.fill('-181');
  await userEvent.keyboard('{Enter}');
  await expect.element(lon).toHaveAccessibleDescription('Invalid longitude');
  expect(callsOf(MOVE)).toEqual([]);
});

it('MoveToSiteDialog keeps the entries when the server refuses, and moves on the second attempt', async () => {
  expectLogged(/ApiError/);
  refuse(MOVE, 'device-not-found');
  await openDialog();
  await lat.fill('36.5');
  await lon.fill('-96.25');
  await submit.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expect.element(lat).toHaveValue('36.5');
  answer(MOVE, { ...SITE, lat: 36.5, lon: -96.25, heartbeats: 0, passages: 0 });
  await submit.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(section).toMatchTextContent('0 heartbeats, 0 passages');
  await expect.element(opener).toHaveFocus();
});

it('MoveToSiteDialog is empty again after it was cancelled', async () => {
  await openDialog();
  await lat.fill('36.5');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await opener.click();
  await expect.element(lat).toHaveValue('');
});

it('MoveToSiteDialog takes the middle of the map to the metre, and leaves the entries without a map', async () => {
  await openDialog();
  await lat.fill('1');
  const middle = dialog.getByRole('button', { name: 'Use the map centre' });
  await middle.click();
  await expect.element(lat).toHaveValue('1');
  const stop = onAskMiddle((tell) => tell({ lat: -36.123_456_7, lon: 179.999_999_9 }));
  await middle.click();
  await expect.element(lat).toHaveValue('-36.12346');
  await expect.element(lon).toHaveValue('180');
  stop();
});

it('MoveToSiteDialog cannot be sent while the console is offline and says why', async () => {
  await openDialog();
  setOffline();
  await expect.element(submit).toBeDisabled();
  await expect.element(submit).toHaveAccessibleDescription(/^You are offline/);
  await expect.element(opener).toBeDisabled();
});
