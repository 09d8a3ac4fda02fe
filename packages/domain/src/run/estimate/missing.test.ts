import { describe, expect, test } from 'vitest';
import { listLacking, listMissing } from './missing.ts';
import { manualPassage } from '../run.ts';
import { heard, minute, straightRun } from '../testing/straight-run.ts';

describe('missing parts of a run', () => {
  const missingOf = (run: ReturnType<typeof straightRun>) => listMissing(run).map(({ name }) => name);

  test('[T-197] lists tracked markers before the furthest verified one that have no verified passage', () => {
    expect(missingOf(straightRun())).toEqual([]);
    const passages = [heard(2, 20, 'M2', true), heard(3, 30, 'M3'), heard(4, 40, 'M4', true)];
    expect(missingOf(straightRun({ passages }))).toEqual(['M1', 'M3']);
    expect(missingOf(straightRun({ passages }, { M1: { state: 'SKIP' } }))).toEqual(['M3']);
    expect(missingOf(straightRun({ passages: [...passages, manualPassage('M3', minute(35))] }))).toEqual(['M1']);
  });

  test('[T-197] lists the channels without a record of a passage; none for a manual one', () => {
    const passage = heard(2, 20, 'M2');
    expect(listLacking(passage)).toEqual(['GEO', 'MAG']);
    expect(listLacking({ ...passage, geoId: 7, magId: 8 })).toEqual([]);
    expect(listLacking({ ...passage, elfId: null, geoId: 7 })).toEqual(['ELF', 'MAG']);
    expect(listLacking(manualPassage('M2', minute(20)))).toEqual([]);
  });
});
