import type { Preferences, AudibleSound } from '../preferences.ts';
import type { Notification } from './notification.ts';
import { Tally, type NoticeLine } from './tally.ts';

/** The outputs for alerts. */
export interface AlertOutlets {
  readonly readPreferences: () => Preferences;
  readonly isHidden: () => boolean;
  readonly playSound: (sound: AudibleSound) => void;
  readonly showNotice: (line: NoticeLine) => void;
  /** For a hidden page, if the user allows it. */
  readonly showSystemNotice: (line: NoticeLine) => void;
  /** Number of alerts since the page was hidden. */
  readonly showUnseen: (count: number) => void;
  /** The alerts since the page was hidden, for a user who returns. */
  readonly showMissed: (lines: readonly NoticeLine[]) => void;
  /** Runs it after a pause, so that notices can be read. */
  readonly afterPause: (run: () => void) => void;
}

const REMEMBERED_HAPPENINGS = 1000;

/** Announces alerts: the sound at once, the notice at once or merged with those that follow shortly. */
export class AlertDesk {
  readonly #outlets: AlertOutlets;
  readonly #untold = new Tally();
  readonly #unseen = new Tally();
  readonly #happenings = new Set<string>();
  #isPausing = false;

  constructor(outlets: AlertOutlets) {
    this.#outlets = outlets;
  }

  take(notification: Notification): void {
    const { isOn, sound } = this.#outlets.readPreferences()[notification.event];
    if (!isOn || this.#isKnown(notification.happening)) return;
    if (sound !== 'None') this.#outlets.playSound(sound);
    if (this.#outlets.isHidden()) {
      this.#unseen.add(notification);
      this.#outlets.showUnseen(this.#unseen.count);
    }
    this.#untold.add(notification);
    if (!this.#isPausing) this.#tell();
  }

  /** The page is visible again. */
  comeBack(): void {
    this.#untold.take();
    const missed = this.#unseen.take();
    this.#outlets.showUnseen(0);
    if (missed.length > 0) this.#outlets.showMissed(missed);
  }

  #isKnown(happening: string | undefined): boolean {
    if (happening === undefined) return false;
    if (this.#happenings.has(happening)) return true;
    this.#happenings.add(happening);
    const [oldest] = this.#happenings;
    if (this.#happenings.size > REMEMBERED_HAPPENINGS && oldest !== undefined) this.#happenings.delete(oldest);
    return false;
  }

  #tell(): void {
    const tell = this.#outlets.isHidden() ? this.#outlets.showSystemNotice : this.#outlets.showNotice;
    const lines = this.#untold.take();
    lines.forEach(tell);
    this.#isPausing = lines.length > 0;
    if (this.#isPausing) this.#outlets.afterPause(() => this.#tell());
  }
}
