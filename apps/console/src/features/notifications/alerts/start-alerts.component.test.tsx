import { events } from '@waymark/contract/events/index';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { minutesAgo } from '#/features/runs/testing/run-fixtures.ts';
import { liveEvents } from '#/live/live.ts';
import { hear, setLive, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { closeToasts, showNotice } from '#/ui/toast/toasts.ts';
import type { Preferences } from '../preferences.ts';
import { savePreferences, usePreferences } from '../preferences-store.ts';
import { soundPlayer } from '../sounds/sound-player.ts';
import { usePassageGuides } from './passage-guide.ts';
import { startAlerts } from './start-alerts.ts';

const TITLE = 'Waymark test';
const ownTitle = document.title;
const notices = page.getByRole('status').filter({ hasText: /AGM|background|Sounds/ });
let stop: () => void;
let isHidden: boolean;

function choose(change: Partial<Preferences>): void {
  savePreferences({ ...usePreferences.getState(), passage: { isOn: true, sound: 'None' }, ...change });
}

function hide(hidden: boolean): void {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A device has heard something some minutes ago. */
function hearPassage(uid: number, minutes = 1): void {
  const passageTimeEndOfSnip = formatUtcMillisecond(minutesAgo(minutes));
  hear('ReceivePassage', { ...events.ReceivePassage.example, uid, passageTimeEndOfSnip });
}

beforeEach(() => {
  isHidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  document.title = TITLE;
  render(null);
  choose({});
  stop = startAlerts(liveEvents);
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  usePassageGuides.setState(usePassageGuides.getInitialState(), true);
  document.title = ownTitle;
});

it('a passage is announced with its device, and one that is older than an hour is not', async () => {
  hearPassage(5, 61);
  hearPassage(6, 59);
  await expectTexts(notices, [/^Passage: AGM 6/]);
});

it('an event that is switched off is not announced', async () => {
  hear('ReceiveHeartbeat', { ...events.ReceiveHeartbeat.example, uid: 7 });
  hearPassage(6);
  await expectTexts(notices, [/^Passage: AGM 6/]);
});

it('a passage in a run is named by pig and marker, and leads to its decision', async () => {
  const open = vi.fn<() => void>();
  usePassageGuides.setState({ find: (uid) => (uid === 6 ? { words: 'CLN-16 at M1', open } : null) });
  hearPassage(6);
  await expectTexts(notices, [/^Passage: AGM 6CLN-16 at M1, /]);
  await press('Verify');
  expect(open).toHaveBeenCalledOnce();
});

it('a user who may not decide gets the words without the button', async () => {
  usePassageGuides.setState({ find: () => ({ words: 'CLN-16 at M1' }) });
  hearPassage(6);
  await expectTexts(notices, [/CLN-16 at M1/]);
  await expectNone(page.getByRole('button', { name: 'Verify' }));
});

it('in the background the title counts what happens, and a user who returns is told once', async () => {
  hide(true);
  hearPassage(6);
  hearPassage(8);
  expect(document.title).toBe(`(2) ${TITLE}`);
  await expectNone(notices);
  hide(false);
  expect(document.title).toBe(TITLE);
  await expectTexts(notices, [/^While this tab was in the backgroundPassage: 2 AGMs, 6, 8/]);
});

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted';
  static readonly shown: FakeNotification[] = [];
  readonly close = vi.fn<() => void>();
  readonly title: string;
  readonly options: NotificationOptions;
  constructor(title: string, options: NotificationOptions) {
    super();
    this.title = title;
    this.options = options;
    FakeNotification.shown.push(this);
  }
}

it.each([
  ['granted', ['Passage: AGM 6']],
  ['denied', []],
  ['default', []],
] as const)('a system notice comes in the background if its permission is "%s": %j', (permission, titles) => {
  FakeNotification.permission = permission;
  FakeNotification.shown.length = 0;
  vi.stubGlobal('Notification', FakeNotification);
  hide(true);
  hearPassage(6);
  expect(FakeNotification.shown.map(({ title }) => title)).toEqual(titles);
});

it('a click on a system notice shows the page and closes the notice', () => {
  FakeNotification.permission = 'granted';
  FakeNotification.shown.length = 0;
  vi.stubGlobal('Notification', FakeNotification);
  const focus = vi.spyOn(window, 'focus').mockImplementation(() => undefined);
  hide(true);
  hearPassage(6);
  const [notice] = FakeNotification.shown;
  expect(notice?.options).toMatchObject({ silent: true, tag: 'waymark passage' });
  notice?.dispatchEvent(new Event('click'));
  expect(focus).toHaveBeenCalledOnce();
  expect(notice?.close).toHaveBeenCalledOnce();
});

it('a sound that the browser blocks is explained once', async () => {
  choose({ passage: { isOn: true, sound: 'Magic' } });
  const play = vi.spyOn(soundPlayer, 'play').mockResolvedValue('blocked');
  hearPassage(6);
  hearPassage(8);
  expect(play.mock.calls).toEqual([['Magic'], ['Magic']]);
  await expect.element(page.getByText('Sounds are blocked')).toBeVisible();
  closeToasts();
  hearPassage(9);
  await play.mock.results[2]?.value;
  showNotice('AGM after it');
  await expectTexts(notices, ['AGM after it']);
});

it('a sound that is blocked in the background is explained when the user returns', async () => {
  choose({ passage: { isOn: true, sound: 'Magic' } });
  const play = vi.spyOn(soundPlayer, 'play').mockResolvedValue('blocked');
  hide(true);
  hearPassage(6);
  await play.mock.results[0]?.value;
  await expectNone(notices);
  hide(false);
  await expect.element(page.getByText('Sounds are blocked')).toBeVisible();
});

it('what another tab saves counts here at once', async () => {
  const other = { ...usePreferences.getState(), passage: { isOn: false, sound: 'None' } };
  localStorage.setItem('waymark.notifications', JSON.stringify(other));
  window.dispatchEvent(new StorageEvent('storage', { key: 'waymark.notifications' }));
  hearPassage(6);
  choose({});
  hearPassage(8);
  await expectTexts(notices, [/^Passage: AGM 8/]);
});

it('offline nothing is announced', async () => {
  setOffline();
  hearPassage(6);
  setLive();
  hearPassage(8);
  await expectTexts(notices, [/^Passage: AGM 8/]);
});

it('nothing is announced after the end of the session, and the title is the own one again', async () => {
  hide(true);
  hearPassage(6);
  stop();
  expect(document.title).toBe(TITLE);
  hearPassage(8);
  hide(false);
  stop = startAlerts(liveEvents);
  hearPassage(9);
  await expectTexts(notices, [/^Passage: AGM 9/]);
});
