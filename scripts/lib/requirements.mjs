// @ts-check
// Which requirements are shown by tests that ran and passed. Pure: the texts and reports come from the caller.

/** @typedef {import('./reports.mjs').TestResult} TestResult */
/** @typedef {{ id: string, title: string }} Requirement */
/** @typedef {{ letter: string, title: string, requirements: Requirement[] }} Area */

/**
 * @typedef {object} Coverage
 * @property {Map<string, string[]>} shownBy the titles of the passed tests that name an id
 * @property {{ id: string, title: string }[]} unknown ids that no requirement has
 * @property {string[]} overfull titles of tests that claim to show too many
 */

export const MOST_IDS_A_TEST = 5;

const AREA = /^## ([A-Z]+)\. (.+)$/;
const REQUIREMENT = /^- \*\*([A-Z]+-\d+)\*\* (.+)$/;
const BRACKETS = /\[([A-Z]+-\d+(?:(?:,\s*|\s+)[A-Z]+-\d+)*)\]/g;

/**
 * @param {string} markdown headings `## A. Title`, lines `- **A-001** title`
 * @returns {Area[]}
 */
export function parseRequirements(markdown) {
  /** @type {Area[]} */
  const areas = [];
  for (const line of markdown.split(/\r?\n/)) {
    const [, letter, areaTitle] = AREA.exec(line) ?? [];
    if (letter !== undefined && areaTitle !== undefined)
      areas.push({ letter, title: areaTitle.trim(), requirements: [] });
    const [, id, title] = REQUIREMENT.exec(line) ?? [];
    if (id !== undefined && title !== undefined) areas.at(-1)?.requirements.push({ id, title: title.trim() });
  }
  return areas;
}

/**
 * The ids in the title of a test, or of a step of one: `[A-001]`, `[A-001, A-002]`, `[A-001 A-002]`.
 * @param {string} title
 */
export function idsOf(title) {
  const ids = [...title.matchAll(BRACKETS)].flatMap(([, inside]) => (inside ?? '').split(/[,\s]+/));
  return [...new Set(ids)];
}

/**
 * @param {readonly Area[]} areas
 * @param {readonly TestResult[]} tests
 * @returns {Coverage}
 */
export function coverRequirements(areas, tests) {
  const known = new Set(areas.flatMap((area) => area.requirements.map((requirement) => requirement.id)));
  /** @type {Coverage} */
  const coverage = { shownBy: new Map(), unknown: [], overfull: [] };
  const titled = tests.flatMap(({ title, steps = [], outcome }) =>
    [title, ...steps].map((each) => ({ title: each, outcome })),
  );
  for (const { title, outcome } of titled) {
    const ids = idsOf(title);
    if (ids.length > MOST_IDS_A_TEST) coverage.overfull.push(title);
    coverage.unknown.push(...ids.filter((id) => !known.has(id)).map((id) => ({ id, title })));
    if (outcome !== 'passed') continue;
    for (const id of ids) if (known.has(id)) coverage.shownBy.set(id, [...(coverage.shownBy.get(id) ?? []), title]);
  }
  return coverage;
}

/**
 * `A-001, A-002, A-003, A-007` as `001–003, 007`: the letter stands at the line's head.
 * @param {readonly string[]} ids in ascending order
 */
export function compressIds(ids) {
  /** @type {{ first: string, last: string }[]} */
  const ranges = [];
  for (const number of ids.map((id) => id.slice(id.indexOf('-') + 1))) {
    const range = ranges.at(-1);
    if (range !== undefined && Number(number) === Number(range.last) + 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first}–${last}`)).join(', ');
}
