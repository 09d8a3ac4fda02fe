import { describe, expect, it } from 'vitest';
import { compressIds, coverRequirements, idsOf, parseRequirements } from './lib/requirements.mjs';

const markdown = `# Requirements

Ids in the text, such as **B-001** or - **B-002**, are none of the list.

## A. Access and session

- **A-001** plain paths
- **A-002** home shows the map

## B. Broadcast commands

- **B-001** select markers
`;

function passed(title: string) {
  return { title, fullName: title, outcome: 'passed', seconds: 0.1 } as const;
}

describe('the list of requirements', () => {
  it('has an area per heading and a requirement per line', () => {
    expect(parseRequirements(markdown)).toEqual([
      {
        letter: 'A',
        title: 'Access and session',
        requirements: [
          { id: 'A-001', title: 'plain paths' },
          { id: 'A-002', title: 'home shows the map' },
        ],
      },
      { letter: 'B', title: 'Broadcast commands', requirements: [{ id: 'B-001', title: 'select markers' }] },
    ]);
  });
});

describe('the ids of a test', () => {
  // The cases have names of their own: a title that held the brackets would itself be counted as showing them.
  it.each([
    ['one in front', '[A-001] home is a plain path', ['A-001']],
    ['two with a comma at the end', 'home is a plain path [A-001, A-002]', ['A-001', 'A-002']],
    ['two with a space, and brackets twice', '[A-001 A-002] home [B-001]', ['A-001', 'A-002', 'B-001']],
    ['the same one twice', '[A-001] twice [A-001]', ['A-001']],
    ['none without brackets', 'A-001 without brackets', []],
    ['none in brackets that hold other words', '[A-001 and more] is prose', []],
    ['none in other brackets', '[table] row 3', []],
  ])('are read: %s', (_, title, ids) => {
    expect(idsOf(title)).toEqual(ids);
  });
});

describe('a requirement is shown', () => {
  const areas = parseRequirements(markdown);

  it('by a test that ran and passed', () => {
    const { shownBy } = coverRequirements(areas, [passed('[A-001] one'), passed('[A-001, B-001] two')]);
    expect(shownBy).toEqual(
      new Map([
        ['A-001', ['[A-001] one', '[A-001, B-001] two']],
        ['B-001', ['[A-001, B-001] two']],
      ]),
    );
  });

  it.each(['failed', 'skipped'] as const)('by no test that is %s', (outcome) => {
    expect(coverRequirements(areas, [{ ...passed('[A-001] one'), outcome }]).shownBy.size).toBe(0);
  });

  it('by no title of the group a test stands in', () => {
    expect(coverRequirements(areas, [{ ...passed('one'), fullName: '[A-001] group one' }]).shownBy.size).toBe(0);
  });

  it('only under an id of the list, and the others are named', () => {
    const { shownBy, unknown } = coverRequirements(areas, [
      passed('[A-003] one'),
      { ...passed('[A-24] two'), outcome: 'failed' },
    ]);
    expect(shownBy.size).toBe(0);
    expect(unknown).toEqual([
      { id: 'A-003', title: '[A-003] one' },
      { id: 'A-24', title: '[A-24] two' },
    ]);
  });

  it('with four others at most by one test', () => {
    const five = '[A-001 A-002 A-003 A-004 A-005] five';
    const six = '[A-001 A-002 A-003 A-004 A-005, A-006] six';
    expect(coverRequirements(areas, [passed(five), passed(six)]).overfull).toEqual([six]);
  });
});

describe('a row of ids', () => {
  it.each([
    ['', []],
    ['001', ['A-001']],
    ['001–003, 007, 009–010', ['A-001', 'A-002', 'A-003', 'A-007', 'A-009', 'A-010']],
  ])('is written as "%s"', (text, ids) => {
    expect(compressIds(ids)).toBe(text);
  });
});
