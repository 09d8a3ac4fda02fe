// Finds which requirements are covered by tests that ran and passed. Pure: texts and results come from the caller.
import type { TestResult } from './results.ts';

export interface Requirement {
  readonly id: string;
  readonly title: string;
}
export interface Area {
  readonly letter: string;
  readonly title: string;
  readonly requirements: Requirement[];
  /** Lines `- **A-001** ~~title~~ Withdrawn: why`. No test may cite them. */
  readonly withdrawn: string[];
}
/** The results of `npm test`, `test:ci` or `test:long`. */
export interface RunReport {
  readonly run: string;
  readonly commit: string;
  /** The working copy had no uncommitted changes before and after the run. */
  readonly isClean: boolean;
  readonly tests: readonly TestResult[];
}

export const RUNS = ['test', 'ci', 'long'] as const;
const MOST_IDS_A_TEST = 5;
const AREA = /^## ([A-Z]+)\. (.+)$/;
const REQUIREMENT = /^- \*\*([A-Z]+-\d+)\*\* (.+)$/;
const WITHDRAWN = /^~~.+~~ Withdrawn\b/;
const BRACKETS = /\[([A-Z]+-\d+(?:(?:,\s*|\s+)[A-Z]+-\d+)*)\]/g;

/** Reads headings `## A. Title` and lines `- **A-001** title`. */
export function parseRequirements(markdown: string): Area[] {
  const areas: Area[] = [];
  for (const line of markdown.split(/\r?\n/)) {
    const [, letter, areaTitle] = AREA.exec(line) ?? [];
    if (letter !== undefined && areaTitle !== undefined)
      areas.push({ letter, title: areaTitle.trim(), requirements: [], withdrawn: [] });
    const [, id, title] = REQUIREMENT.exec(line) ?? [];
    if (id === undefined || title === undefined) continue;
    if (WITHDRAWN.test(title)) areas.at(-1)?.withdrawn.push(id);
    else areas.at(-1)?.requirements.push({ id, title: title.trim() });
  }
  return areas;
}

/** Ids in the titles of a test and of its steps: `[A-001]`, `[A-001, A-002]`, `[A-001 A-002]`. */
export function idsOf(...titles: readonly string[]): string[] {
  const inside = titles.flatMap((title) => [...title.matchAll(BRACKETS)].map(([, ids]) => ids ?? ''));
  return [...new Set(inside.flatMap((ids) => ids.split(/[,\s]+/)))];
}

/** Names of the passed tests for each id. */
export function coverRequirements(tests: readonly TestResult[]): Map<string, string[]> {
  const shownBy = new Map<string, string[]>();
  for (const { name, titles, outcome } of tests) {
    if (outcome !== 'passed') continue;
    for (const id of idsOf(...titles)) shownBy.set(id, [...(shownBy.get(id) ?? []), name]);
  }
  return shownBy;
}

/** Errors that `npm run requirements -- --check` reports, one line each. */
export function findFaults(areas: readonly Area[], tests: readonly TestResult[]): string[] {
  const known = new Set(areas.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  const withdrawn = new Set(areas.flatMap((area) => area.withdrawn));
  const shownBy = coverRequirements(tests);
  const carried = new Set(tests.flatMap(({ titles }) => idsOf(...titles)));
  const faults = [...known]
    .filter((id) => !shownBy.has(id))
    .map((id) => (carried.has(id) ? `${id} ran nowhere: its tests failed or were skipped` : `${id} has no test`));
  for (const { name, titles } of tests) {
    const ids = idsOf(...titles);
    if (ids.length > MOST_IDS_A_TEST)
      faults.push(`More than ${MOST_IDS_A_TEST} requirements (${ids.length}) in one test: ${name}`);
    for (const id of ids)
      if (!known.has(id)) faults.push(`${withdrawn.has(id) ? 'Withdrawn' : 'Unknown'} requirement ${id}: ${name}`);
  }
  return [...new Set(faults)];
}

/** Names of the runs without a report. */
export const listMissingRuns = (reports: readonly RunReport[]): string[] =>
  RUNS.filter((run) => reports.every((report) => report.run !== run)).map(nameRun);

/** Reasons why the reports do not cover the same commit, one line each. */
export function findForeignReports(reports: readonly RunReport[], head: string): string[] {
  return [
    ...listMissingRuns(reports).map((run) => `There is no report of ${run}`),
    ...reports
      .filter(({ commit }) => commit !== head)
      .map(({ run, commit }) => `${nameRun(run)} ran at ${commit || 'no commit'}, not at ${head || 'no commit'}`),
    ...reports
      .filter(({ isClean }) => !isClean)
      .map(({ run }) => `${nameRun(run)} ran on changes that are not committed`),
  ];
}

export function nameRun(run: string): string {
  return run === 'test' ? 'npm test' : `npm run test:${run}`;
}

/** Writes `A-001, A-002, A-003, A-007` as `001–003, 007`. The ids must be sorted. */
export function compressIds(ids: readonly string[]): string {
  const ranges: { first: string; last: string }[] = [];
  for (const number of ids.map((id) => id.slice(id.indexOf('-') + 1))) {
    const range = ranges.at(-1);
    if (range !== undefined && Number(number) === Number(range.last) + 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first}–${last}`)).join(', ');
}
