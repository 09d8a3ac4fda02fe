import { markText } from '../language/translate.ts';

/** Filled parts of the battery icon, of five. */
export type BatteryLevel = 0 | 1 | 2 | 3 | 4 | 5;

const LEVELS: readonly (readonly [aboveMv: number, level: BatteryLevel])[] = [
  [9000, 5],
  [8500, 4],
  [8000, 3],
  [7500, 2],
  [7000, 1],
];

const WORDS: Readonly<Record<BatteryLevel, string>> = {
  5: markText('full'),
  4: '80%',
  3: '60%',
  2: '40%',
  1: '20%',
  0: markText('empty'),
};

/** Level from the voltage in millivolts, which must exceed a threshold. */
export function chooseBatteryLevel(millivolts: number): BatteryLevel {
  return LEVELS.find(([aboveMv]) => millivolts > aboveMv)?.[1] ?? 0;
}

export function describeBattery(level: BatteryLevel): string {
  return WORDS[level];
}
