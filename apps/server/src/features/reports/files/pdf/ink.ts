import type { MarkerRow } from '@waymark/domain/report/default-report';
import { MANUAL, MISSED, SKIPPED, UNWATCHED } from '@waymark/domain/report/default-report';

// The console's light colours (its tokens), for paper.

export const INK = {
  text: '#12181e',
  secondary: '#474e57',
  muted: '#5c646e',
  hair: '#dde0e3',
  rule: '#cbd0d4',
  frame: '#81878f',
  sunken: '#f3f5f8',
  accent: '#006ed5',
  line: '#006e8c',
  lineSoft: '#bcdbe3',
  casing: '#ffffff',
  plan: '#6f757d',
  passed: '#005943',
  manual: '#856700',
  missed: '#cc001e',
  unwatched: '#817e75',
  skipped: '#817e75',
  elf: '#be7100',
  geo: '#005f43',
  mag: '#007db4',
} as const;

/** The result at a marker, shown by colour and by a sign that survives a copier. */
export type Outcome = 'passed' | 'manual' | 'missed' | 'unwatched' | 'skipped';
export const OUTCOMES: readonly Outcome[] = ['passed', 'manual', 'missed', 'unwatched', 'skipped'];

export function findOutcome({ type }: Pick<MarkerRow, 'type'>): Outcome {
  switch (type) {
    case MANUAL:
      return 'manual';
    case MISSED:
      return 'missed';
    case UNWATCHED:
      return 'unwatched';
    case SKIPPED:
      return 'skipped';
    default:
      return 'passed';
  }
}
