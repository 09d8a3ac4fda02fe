import { describe, expect, it } from 'vitest';
import { describePathFault } from '../words/refusals.ts';
import { listSaveFaults, SAVE_CHECKS, type PathDraft } from './save-checks.ts';

const WHOLE: PathDraft = {
  csvFileName: 'a.csv',
  name: 'North',
  speedMph: 3,
  diameterIn: 8,
  hasReceiveSite: true,
  hasLaunchSite: true,
  agmCount: 1,
  linePoints: 2,
  pigCount: 1,
  notes: '',
};
const NOTHING: PathDraft = {
  csvFileName: null,
  name: '',
  speedMph: null,
  diameterIn: null,
  hasReceiveSite: false,
  hasLaunchSite: false,
  agmCount: 0,
  linePoints: 0,
  pigCount: 0,
  notes: 'x'.repeat(1001),
};

const wordsFor = (draft: PathDraft) => listSaveFaults(draft).map((code) => describePathFault({ code }));

describe('listSaveFaults', () => {
  it('accepts a complete path', () => {
    expect(listSaveFaults(WHOLE)).toEqual([]);
  });

  it.each<[string, Partial<PathDraft>, string]>([
    ['[R-067]', { csvFileName: null }, 'CSV file is required.'],
    ['[R-068]', { csvFileName: 'x'.repeat(251) }, 'The CSV file name is too long. Maximum length is 250 characters.'],
    ['[R-070]', { name: ' \t' }, 'Pig run name cannot be empty or contain only whitespace.'],
    ['[R-071]', { name: 'x'.repeat(151) }, 'Pig run name is too long. Maximum length is 150 characters.'],
    ['[W-247]', { name: 'North\u0007' }, 'Pig run name must not have control characters.'],
    ['[R-072]', { speedMph: null }, 'Missing expected speed'],
    ['[R-073]', { speedMph: 0.09 }, 'Expected speed is not between .1 and 20 mph.'],
    ['[R-073]', { speedMph: 20.01 }, 'Expected speed is not between .1 and 20 mph.'],
    ['[R-073]', { speedMph: Number.NaN }, 'Expected speed is not between .1 and 20 mph.'],
    ['[R-075]', { diameterIn: null }, 'Missing pipeline diameter'],
    ['[R-076]', { diameterIn: 3.9 }, 'Pipeline diameter is not between 4 and 50 inches.'],
    ['[R-076]', { diameterIn: 50.1 }, 'Pipeline diameter is not between 4 and 50 inches.'],
    ['[R-078]', { hasReceiveSite: false }, 'Missing receive site'],
    ['[R-079]', { hasLaunchSite: false }, 'Missing launch site'],
    ['[R-080]', { agmCount: 0 }, 'Need to add at least 1 AGM'],
    ['[R-081]', { linePoints: 1 }, 'Missing AGMs or launch/receive sites'],
    ['[R-082]', { pigCount: 0 }, 'Need to add at least 1 pig'],
    ['[R-083]', { notes: 'x'.repeat(1001) }, 'Pig run notes cannot exceed 1000 characters.'],
  ])('rejects %s with %j alone wrong: %s', (_, wrong, message) => {
    expect(wordsFor({ ...WHOLE, ...wrong })).toEqual([message]);
  });

  it.each<[string, Partial<PathDraft>]>([
    ['a file name', { csvFileName: 'x'.repeat(250) }],
    ['a name', { name: 'x'.repeat(150) }],
    ['[R-073] the least speed', { speedMph: 0.1 }],
    ['[R-073] the highest speed', { speedMph: 20 }],
    ['[R-076] the least diameter', { diameterIn: 4 }],
    ['[R-076] the largest diameter', { diameterIn: 50 }],
    ['notes', { notes: 'x'.repeat(1000) }],
  ])('accepts %s at its limit', (_, edge) => {
    expect(listSaveFaults({ ...WHOLE, ...edge })).toEqual([]);
  });

  it('[R-066, W-247] lists all faults at once, in the order of the documents', () => {
    expect(wordsFor(NOTHING)).toEqual([
      'CSV file is required.',
      'Pig run name cannot be empty or contain only whitespace.',
      'Missing expected speed',
      'Missing pipeline diameter',
      'Missing receive site',
      'Missing launch site',
      'Need to add at least 1 AGM',
      'Missing AGMs or launch/receive sites',
      'Need to add at least 1 pig',
      'Pig run notes cannot exceed 1000 characters.',
    ]);
    expect(SAVE_CHECKS).toHaveLength(15);
  });
});
