import { inEnglish, type Translate } from '../../language/translate.ts';
import type { Estimate } from './estimate.ts';

// The wire form of an estimate, two texts with seconds or a code (devices-and-signals §4.1), and its text on screens.

export interface EtaTexts {
  readonly nextETA: string;
  readonly completeETA: string;
}

const PAUSED = '-1';
const PASSED = '-2';
const NONE = '-3';

const wholeSeconds = (seconds: number) => String(Math.trunc(seconds));

/** UpdateLocationV2. */
export function writeEtas({ isPaused, nextEtaS, endEtaS }: Estimate): EtaTexts {
  if (isPaused || endEtaS === null) return { nextETA: PAUSED, completeETA: PAUSED };
  if (endEtaS <= 0) return { nextETA: NONE, completeETA: PASSED };
  const completeETA = wholeSeconds(endEtaS);
  if (nextEtaS === null) return { nextETA: NONE, completeETA };
  return { nextETA: nextEtaS <= 0 ? PASSED : wholeSeconds(nextEtaS), completeETA };
}

/** Seconds as shown on screens: -1 is none, 0 is now. */
export interface ShownEtas {
  readonly isPaused: boolean;
  readonly nextS: number;
  readonly endS: number;
}

export function showEtas(estimate: Estimate): ShownEtas {
  return readEtas(writeEtas(estimate));
}

export function readEtas({ nextETA, completeETA }: EtaTexts): ShownEtas {
  const isPaused = completeETA === PAUSED;
  const endS = completeETA === PASSED ? 0 : Number(completeETA);
  if (isPaused || nextETA === NONE || completeETA === PASSED) return { isPaused, nextS: -1, endS };
  return { isPaused, nextS: nextETA === PASSED ? 0 : Number(nextETA), endS };
}

const two = (value: number) => String(value).padStart(2, '0');

/** "31:05:09": hours are neither padded nor wrapped. */
export function formatDuration(seconds: number): string {
  const whole = Math.trunc(Math.max(0, seconds));
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** "3:17", hours and minutes past the expected time. */
export const formatOverdue = (expectedAt: number, now: number): string =>
  formatDuration((now - expectedAt) / 1000).slice(0, -3);

/** -1 must be checked before "0 or less" (T-119). */
export function formatEta(seconds: number, t: Translate = inEnglish): string {
  if (seconds === -1) return t('n/a');
  return seconds <= 0 ? t('now') : formatDuration(seconds);
}

/** Formats the time to a marker of a planned path, as if the pig were moving: there is no "none". */
export function formatPreviewEta(seconds: number, t: Translate = inEnglish): string {
  if (seconds < 0) return t('passed');
  return seconds < 1 ? t('now') : formatDuration(seconds);
}

/** UpdateLocation, the older event: texts instead of codes. */
export function writeOldEtas(estimate: Estimate): EtaTexts {
  const { isPaused, nextS, endS } = showEtas(estimate);
  if (isPaused) return { nextETA: 'none', completeETA: 'none' };
  const completeETA = endS <= 0 ? 'passed' : formatDuration(endS);
  if (nextS === -1) return { nextETA: 'none', completeETA };
  return { nextETA: nextS <= 0 ? 'passed' : formatDuration(nextS), completeETA };
}
