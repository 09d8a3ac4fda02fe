import { describe, expect, it } from 'vitest';
import {
  compressIds,
  coverRequirements,
  findFaults,
  findForeignReports,
  idsOf,
  listMissingRuns,
  parseRequirements,
} from './lib/requirements.ts';

const markdown = `# Requirements

Ids in the text, such as **B-001** or - **B-002**, are none of the list.

## A. Access and session

- **A-001** plain paths
- **A-002** home shows the map
- **A-003** ~~stub calls~~ Withdrawn: the product makes no stub calls

## B. Broadcast commands

- **B-001** select markers
`;
const areas = parseRequirements(markdown);

function passed(...titles: readonly string[]) {
  return { titles, name: titles.join(' › '), outcome: 'passed' } as const;
}
const everything = [passed('[A-001 A-002] one'), passed('[B-001] two')];

describe('parseRequirements', () => {
  it('returns an area for each heading, a requirement for each line, and the withdrawn ones apart', () => {
    expect(areas).toEqual([
      {
        letter: 'A',
        title: 'Access and session',
        requirements: [
          { id: 'A-001', title: 'plain paths' },
          { id: 'A-002', title: 'home shows the map' },
        ],
        withdrawn: ['A-003'],
      },
      {
        letter: 'B',
        title: 'Broadcast commands',
        requirements: [{ id: 'B-001', title: 'select markers' }],
        withdrawn: [],
      },
    ]);
  });
});

describe('idsOf', () => {
  // The cases have names of their own: a title with the brackets would itself count as citing them.
  it.each([
    ['one in front', '[A-001] home is a plain path', ['A-001']],
    ['two with a comma at the end', 'home is a plain path [A-001, A-002]', ['A-001', 'A-002']],
    ['two with a space, and brackets twice', '[A-001 A-002] home [B-001]', ['A-001', 'A-002', 'B-001']],
    ['the same one twice', '[A-001] twice [A-001]', ['A-001']],
    ['none without brackets', 'A-001 without brackets', []],
    ['none in brackets that hold other words', '[A-001 and more] is prose', []],
    ['none in other brackets', '[table] row 3', []],
  ])('finds the ids in a title: %s', (_, title, ids) => {
    expect(idsOf(title)).toEqual(ids);
  });
});

describe('coverRequirements', () => {
  it('counts passed tests by their titles and those of their steps', () => {
    const shownBy = coverRequirements([passed('[A-001] one'), passed('two', '[A-001, B-001] step')]);
    expect([...shownBy]).toEqual([
      ['A-001', ['[A-001] one', 'two › [A-001, B-001] step']],
      ['B-001', ['two › [A-001, B-001] step']],
    ]);
  });

  it.each(['failed', 'skipped'] as const)('does not count a test that %s', (outcome) => {
    expect(coverRequirements([{ ...passed('[A-001] one'), outcome }]).size).toBe(0);
  });

  it('does not count an id in the title of a group', () => {
    expect(coverRequirements([{ ...passed('one'), name: '[A-001] group one' }]).size).toBe(0);
  });
});

describe('findFaults', () => {
  it('reports nothing when every requirement is covered', () => {
    expect(findFaults(areas, everything)).toEqual([]);
  });

  it('reports a requirement without a test', () => {
    expect(findFaults(areas, [passed('[A-001, A-002] one')])).toEqual(['B-001 has no test']);
  });

  it('reports a requirement whose tests all failed or were skipped', () => {
    const tests = [passed('[A-001, A-002] one'), { ...passed('[B-001] two'), outcome: 'skipped' as const }];
    expect(findFaults(areas, tests)).toEqual(['B-001 ran nowhere: its tests failed or were skipped']);
  });

  it('reports unknown and withdrawn ids, also of failed tests', () => {
    const tests = [...everything, { ...passed('[A-24] three'), outcome: 'failed' as const }, passed('[A-003] four')];
    expect(findFaults(areas, tests)).toEqual([
      'Unknown requirement A-24: [A-24] three',
      'Withdrawn requirement A-003: [A-003] four',
    ]);
  });

  it('reports a test whose title and steps carry more than five ids together', () => {
    const many = parseRequirements(
      ['## A. Many', ...[1, 2, 3, 4, 5, 6].map((id) => `- **A-00${id}** title`)].join('\n'),
    );
    const five = passed('[A-001 A-002 A-003] five', '[A-003 A-004]', '[A-005]');
    const six = passed('[A-001 A-002 A-003] six', '[A-004 A-005]', '[A-006]');
    expect(findFaults(many, [five, six])).toEqual([`More than 5 requirements (6) in one test: ${six.name}`]);
  });
});

describe('findForeignReports', () => {
  const report = (run: string, part: object = {}) => ({ run, commit: 'abc', isClean: true, tests: [], ...part });

  it('reports nothing when all three runs are of this commit', () => {
    expect(findForeignReports([report('test'), report('ci'), report('long')], 'abc')).toEqual([]);
  });

  it('reports a run that is missing, of another commit, or made with uncommitted changes', () => {
    const reports = [report('test', { isClean: false }), report('ci', { commit: 'def' })];
    expect(findForeignReports(reports, 'abc')).toEqual([
      'There is no report of npm run test:long',
      'npm run test:ci ran at def, not at abc',
      'npm test ran on changes that are not committed',
    ]);
  });
});

it('listMissingRuns names the runs without a report', () => {
  expect(listMissingRuns([{ run: 'long', commit: 'abc', isClean: true, tests: [] }])).toEqual([
    'npm test',
    'npm run test:ci',
  ]);
});

describe('compressIds', () => {
  it.each([
    ['', []],
    ['001', ['A-001']],
    ['001–003, 007, 009–010', ['A-001', 'A-002', 'A-003', 'A-007', 'A-009', 'A-010']],
  ])('compresses ids to "%s"', (text, ids) => {
    expect(compressIds(ids)).toBe(text);
  });
});
