import { t } from '#/language/t.ts';
import type { EventQueue } from '#/live/event-queue.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { showNotice } from '#/ui/toast/toasts.ts';
import { followOtherTabs, usePreferences } from '../preferences-store.ts';
import type { AudibleSound } from '../preferences.ts';
import { soundPlayer } from '../sounds/sound-player.ts';
import { AlertDesk } from './alert-desk.ts';
import type { Notification } from './notification.ts';
import { usePassageGuides } from './passage-guide.ts';
import { showSystemNotice } from './system-notices.ts';
import type { NoticeLine } from './tally.ts';
import { fromCommandResponse, fromConnection, fromHeartbeat, fromPassage, isNews } from './to-notification.ts';

const MAX_SHOWN = 99;

/** The page's title with the number of unseen alerts. */
export function writeTitle(title: string, unseenCount: number): string {
  if (unseenCount === 0) return title;
  return `(${unseenCount > MAX_SHOWN ? `${MAX_SHOWN}+` : unseenCount}) ${title}`;
}

const NOTICE_PAUSE_MS = 2000;
const SOUND_BLOCKED = t('Sounds are blocked');
const HOW_TO_UNBLOCK = t('The browser lets this page sound once you have clicked or typed in it.');

/** Says once that the browser blocked a sound; for a hidden page, when the user returns. */
class BlockedSound {
  #isUntold = false;
  #isTold = false;

  note(): void {
    if (this.#isTold) return;
    this.#isUntold = true;
    this.tell();
  }

  tell(): void {
    if (!this.#isUntold || document.hidden) return;
    this.#isUntold = false;
    this.#isTold = true;
    showNotice(SOUND_BLOCKED, HOW_TO_UNBLOCK);
  }
}

const readServerNow = () => Date.now() + useServerClock.getState().offsetMs;

/** A passage in a run is named by pig and marker, and leads to the queue in which it is decided. */
function say({ event, message, detail, uid }: NoticeLine): void {
  const guide = event === 'passage' && uid !== null ? usePassageGuides.getState().find(uid) : null;
  const words = [guide?.words ?? '', detail].filter((part) => part !== '').join(', ');
  const act = guide?.open && { label: t('Verify'), onAct: guide.open };
  showNotice(message, words === '' ? undefined : words, act);
}

function sayMissed(lines: readonly NoticeLine[]): void {
  const words = lines.map(({ message, detail }) =>
    lines.length > 1 || detail === '' ? message : `${message}, ${detail}`,
  );
  showNotice(t('While this tab was in the background'), words.join(' · '));
}

function openDesk(title: string, blockedSound: BlockedSound): AlertDesk {
  const play = async (sound: AudibleSound) => {
    if ((await soundPlayer.play(sound)) === 'blocked') blockedSound.note();
  };
  return new AlertDesk({
    readPreferences: usePreferences.getState,
    isHidden: () => document.hidden,
    playSound: (sound) => void play(sound),
    showNotice: say,
    showSystemNotice,
    showUnseen: (count) => {
      document.title = writeTitle(title, count);
    },
    showMissed: sayMissed,
    afterPause: (run) => setTimeout(run, NOTICE_PAUSE_MS),
  });
}

/** Plays sounds, and shows notices and the title's badge, until the returned function is called. */
export function startAlerts(events: EventQueue): () => void {
  const { title } = document;
  const blockedSound = new BlockedSound();
  const desk = openDesk(title, blockedSound);
  const take = (notification: Notification | null) => {
    if (notification) desk.take(notification);
  };
  const greet = () => {
    if (document.hidden) return;
    desk.comeBack();
    blockedSound.tell();
  };
  document.addEventListener('visibilitychange', greet);
  const stops = [
    followOtherTabs(),
    events.listenForAlerts('ReceiveHeartbeat', (data) => take(fromHeartbeat(data))),
    events.listenForAlerts('ReceivePassage', (data) => take(isNews(data, readServerNow()) ? fromPassage(data) : null)),
    events.listenForAlerts('ReceiveConnectionUpdate', (data) => take(fromConnection(data))),
    events.listenForAlerts('ReceiveCommandResponse', (data) => take(fromCommandResponse(data))),
  ];
  return () => {
    document.removeEventListener('visibilitychange', greet);
    for (const stop of stops) stop();
    document.title = title;
  };
}
