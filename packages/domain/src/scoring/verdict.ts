import { markTexts } from '../language/translate.ts';
import { findScore, toPercent, type AlgorithmResult } from './score.ts';

export type ScoreColour = 'red' | 'light-red' | 'orange' | 'light-green' | 'green';
export type ScoreIcon = 'block' | 'help' | 'check';

/** A limit belongs to the colour nearer to its end of the scale (P-032). */
const SURELY_NOT = -0.5;
const HARDLY = -0.25;
const LIKELY = 0.75;
const SURELY = 0.89;

export function findColour(score: number): ScoreColour {
  if (score <= SURELY_NOT) return 'red';
  if (score <= HARDLY) return 'light-red';
  if (score < LIKELY) return 'orange';
  return score < SURELY ? 'light-green' : 'green';
}

/** The icons of P-030. */
const ICONS: Readonly<Record<ScoreColour, ScoreIcon>> = {
  red: 'block',
  'light-red': 'help',
  orange: 'help',
  'light-green': 'help',
  green: 'check',
};

const WORDS: Readonly<Record<ScoreColour, string>> = markTexts({
  red: 'Not a pig',
  'light-red': 'Probably not a pig',
  orange: 'Undecided',
  'light-green': 'Probably a pig',
  green: 'A pig',
});

export interface Verdict {
  readonly percent: number;
  readonly colour: ScoreColour;
  readonly icon: ScoreIcon;
  readonly words: string;
}

/** The content of a record's badge; null: no badge. */
export function combine(results: readonly AlgorithmResult[]): Verdict | null {
  const score = findScore(results);
  if (score === null) return null;
  const colour = findColour(score);
  return { percent: toPercent(score), colour, icon: ICONS[colour], words: WORDS[colour] };
}
