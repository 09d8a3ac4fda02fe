import { describe, expect, it } from 'vitest';
import { countFile, type Measure, readExplained } from './lib/voice/count.ts';
import { addCounts, areaOf, findExcesses, type Limits, measure } from './lib/voice/limits.ts';

const explained = readExplained([
  { file: 'docs/decisions/0001-x.md', text: 'Extends X-67.' },
  { file: 'docs/operations.md', text: 'As in X-99.' },
]);
const NONE: Limits = { openings: 0, tails: 0, he: 0, vague: 0, ids: 0 };

function count(text: string, file = 'packages/a/src/a.ts') {
  return countFile({ file, text }, explained);
}
function found(measured: Measure, text: string, file?: string): string[] {
  return count(text, file).findings.flatMap((finding) => (finding.measure === measured ? [finding.text] : []));
}

describe('openings', () => {
  it.each([
    '/** What the server sends. */',
    '/**\n * Whoever asks\n * again. */',
    '// Of the runs.\n// The rest.',
    '  // So that it fits.',
    '-- Those that wait.',
  ])('counts %j', (text) => {
    expect(found('openings', text, text.startsWith('--') ? 'a/x.sql' : undefined)).toHaveLength(1);
  });

  it.each([
    '/** The server sends it. */',
    '// The rest\n// of those that wait.',
    "const url = 'http://of'; // What stands behind code is no comment of its own.",
    "const text = '/** What is in a string. */';",
    'const pattern = /[/]* What/g;',
    '// oxlint-disable-next-line of',
  ])('does not count %j', (text) => {
    expect(found('openings', text)).toEqual([]);
  });

  it('takes neighbouring lines for one comment, and lines with code or space between for two', () => {
    expect(count('// One\n// What').comments).toBe(1);
    expect(count('// A\n\n// B\nx();\n// C').comments).toBe(3);
  });
});

// No test has these titles in its own: a title with ids in brackets would be counted as showing them.
describe('tails', () => {
  it('counts titles that continue the name of their group', () => {
    const titles = [
      ["it('[T-001] is refused', () => {})", '[T-001] is refused'],
      ["test('that stand', () => {})", 'that stand'],
      ["it('[T-001, T-002] [R-003] of a viewer', run)", '[T-001, T-002] [R-003] of a viewer'],
      ['test.each([[f(1), ")"], [2]])(\n  "in %s", run)', 'in %s'],
      ['it.each<[a: string]>([])("keep it", run)', 'keep it'],
      ['it.skipIf(a(b))(`, and ends`, run)', ', and ends'],
      ["it('does so', run)", 'does so'],
    ];
    for (const [text = '', title] of titles) expect(found('tails', text)).toEqual([title]);
  });

  it('does not count titles that read alone, nor the names of groups and steps', () => {
    const titles = [
      "it('does not store an unknown UID')",
      "it('rejects an unknown UID')",
      "it('[T-001] an empty email gives its text')",
      "it('island names are accepted')",
      'it(`${name} is refused`)',
      "test.describe('of a viewer')",
      "await test.step('of a viewer')",
      "pattern.test('of a viewer'); submit('of a viewer')",
    ];
    for (const text of titles) expect(found('tails', text)).toEqual([]);
  });
});

describe('words', () => {
  it('counts he and his in comments, titles and log calls', () => {
    const text = "// Then he leaves.\nit('tells him'); f(); // his own\nlog.warn({ id: f() }, 'He is gone');";
    expect(found('he', text)).toEqual(['Then he leaves.', 'tells him', 'his own', 'He is gone']);
  });

  it('counts vague words', () => {
    expect(found('vague', '/* Whoever reads anew */ log.info(`nobody`);')).toEqual([
      'Whoever reads anew',
      'Whoever reads anew',
      'nobody',
    ]);
  });

  it('ignores names and other strings', () => {
    expect(count("const he = 'nobody';").findings).toEqual([]);
  });

  it('counts both in Markdown, but not in quotations', () => {
    const text = '> he said\n- **T-001** his run\n- **W-001** his run\nNobody.';
    expect(count(text, 'docs/requirements.md').findings.map(({ line }) => line)).toEqual([3, 4]);
  });
});

describe('ids', () => {
  it('counts ids without an explanation in the decisions or requirements', () => {
    expect(found('ids', '// See X-67.\n\n// See X-99.\n\n// See Q-001.')).toEqual(['See X-99.', 'See Q-001.']);
  });

  it('counts citations of document sections', () => {
    expect(found('ids', '// Before it is saved (doc 3 §5.1).')).toHaveLength(1);
  });
});

describe('limits', () => {
  const whole = addCounts([
    count("// Of a.\n\n// A.\nit('is he'); it('is b')"),
    count("/** A. */\n/** B. */ /* nobody, X-99 */\nit('runs'); it('ends')"),
  ]);

  it('compares shares of comments and titles, and counts of the rest', () => {
    expect([measure(whole, 'openings'), measure(whole, 'tails'), measure(whole, 'he')]).toEqual([25, 50, 1]);
    expect(findExcesses('packages', whole, { openings: 25, tails: 50, he: 1, vague: 1, ids: 1 })).toEqual([]);
  });

  it('names each measure above its limit', () => {
    expect(findExcesses('packages', whole, NONE)).toEqual([
      'packages: openings 25.0 %, limit 0.0 %',
      'packages: tails 50.0 %, limit 0.0 %',
      'packages: he 1, limit 0',
      'packages: vague 1, limit 0',
      'packages: ids 1, limit 0',
    ]);
  });

  it('finds the area of a file', () => {
    const files = [
      'packages/a/b.ts',
      'apps/console/a.tsx',
      'README.md',
      'docs/a/b.md',
      'bench/a.ts',
      'vitest.config.ts',
    ];
    expect(files.map(areaOf)).toEqual(['packages', 'console', 'docs', 'docs', 'tools', 'tools']);
  });
});
