import type { Counts, Measure } from './count.ts';
import { MEASURES } from './count.ts';

export type Area = 'packages' | 'simulator' | 'server' | 'console' | 'tools' | 'docs';

/** `openings` and `tails` are percentages of the comments and test titles, the rest are counts. */
export type Limits = Readonly<Record<Measure, number>>;

// Ceilings that only go down: lower a row when its area improves. All sources have reached the goal. The counts that the
// server has left are in its migrations, which are never edited.
export const LIMITS: Readonly<Record<Area, Limits>> = {
  packages: { openings: 5, tails: 2, he: 0, vague: 0, ids: 0 },
  simulator: { openings: 5, tails: 2, he: 0, vague: 0, ids: 0 },
  server: { openings: 1, tails: 1, he: 4, vague: 7, ids: 0 },
  console: { openings: 1, tails: 1, he: 0, vague: 0, ids: 0 },
  tools: { openings: 2, tails: 1, he: 0, vague: 0, ids: 0 },
  docs: { openings: 0, tails: 0, he: 0, vague: 6, ids: 0 },
};

const FOLDERS: readonly (readonly [RegExp, Area])[] = [
  [/^packages\//, 'packages'],
  [/^apps\/simulator\//, 'simulator'],
  [/^apps\/server\//, 'server'],
  [/^apps\/console\//, 'console'],
  [/^(?:docs\/.*|[^/]+)\.md$/, 'docs'],
];

export function areaOf(file: string): Area {
  return FOLDERS.find(([folder]) => folder.test(file))?.[1] ?? 'tools';
}

export function addCounts(all: readonly Counts[]): Counts {
  return {
    comments: all.reduce((sum, { comments }) => sum + comments, 0),
    titles: all.reduce((sum, { titles }) => sum + titles, 0),
    findings: all.flatMap(({ findings }) => findings),
  };
}

/** A measure of an area as its limit states it: a percentage or a count. */
export function measure(counts: Counts, name: Measure): number {
  const found = counts.findings.filter((finding) => finding.measure === name).length;
  if (name === 'openings') return toPercent(found, counts.comments);
  return name === 'tails' ? toPercent(found, counts.titles) : found;
}

/** The measures above their limit, a line each. */
export function findExcesses(area: Area, counts: Counts, limits: Limits = LIMITS[area]): string[] {
  return MEASURES.filter((name) => measure(counts, name) > limits[name]).map(
    (name) => `${area}: ${name} ${format(name, measure(counts, name))}, limit ${format(name, limits[name])}`,
  );
}

export function format(name: Measure, value: number): string {
  return name === 'openings' || name === 'tails' ? `${value.toFixed(1)} %` : String(value);
}

function toPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}
