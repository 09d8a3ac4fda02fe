import { exampleSavedPath as sentPath } from '@waymark/contract/runs/pig-path';
import { readSavedPath } from '@waymark/contract/runs/read-path';
import { exampleRun } from '@waymark/contract/runs/pig-run';
import { describe, expect, it } from 'vitest';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { findRunOfPig, findRunOnPath, readActiveRuns } from '#/features/runs/active-run.ts';
import { selectPath, setBackward, useManager } from './manager-store.ts';
import {
  describeCounts,
  describeNotifications,
  describeDiameter,
  describeWay,
  explainLaunchBlock,
  findPaths,
  hasSeveralCompanies,
  nameCsv,
  PATH_IN_USE,
} from './manager.view.ts';

const exampleSavedPath = readSavedPath(sentPath);

const path = exampleSavedPath;
const runs = readActiveRuns([trackRun({ ...exampleRun, pigPath: JSON.stringify(sentPath) })]);

describe('the list of saved paths', () => {
  it('[R-001, R-009] each path shows its counts', () => {
    expect(describeCounts(path)).toBe('3 markers, 1 AGM, 1 pig');
    expect(describeCounts({ markers: [], agms: [1, 2], pigs: ['A', 'B'] })).toBe('0 markers, 2 AGMs, 2 pigs');
    expect([describeDiameter(path, 'us'), describeDiameter(path, 'metric')]).toEqual(['16 in', '406.4 mm']);
    expect([describeNotifications(path), describeNotifications({ notifications: [] })]).toEqual(['1 user', 'None']);
  });

  it('findPaths searches by name and by pig', () => {
    const other = { name: 'El Dorado', pigs: ['GAU-08'] };
    expect(findPaths([path, other], ' TULSA ')).toEqual([path]);
    expect(findPaths([path, other], 'gau')).toEqual([other]);
    expect(findPaths([path, other], '')).toEqual([path, other]);
    expect(findPaths([path, other], 'nowhere')).toEqual([]);
  });

  it('companies are named only if there are several', () => {
    expect([[], [{ groupId: 3 }, { groupId: 3 }], [{ groupId: 3 }, { groupId: 4 }]].map(hasSeveralCompanies)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('the direction names both ends, also backward', () => {
    expect(describeWay(path.markers, false)).toBe('Cushing to Tulsa');
    expect(describeWay(path.markers, true)).toBe('Tulsa to Cushing');
    expect(describeWay([], true)).toBe('');
  });

  it('[R-004] the CSV file is named after the path', () => {
    expect(nameCsv(path)).toBe('Cushing to Tulsa.csv');
  });
});

describe('an active run', () => {
  it('findRunOnPath finds the run that has a copy of the path', () => {
    expect(findRunOnPath(runs, 12)).toEqual({
      runId: 41,
      groupId: 3,
      pathId: 12,
      pig: 'CLN-16-02',
      launchTime: '2026-03-18 00:00:00',
    });
    expect(findRunOnPath(runs, 13)).toBeUndefined();
  });

  it('findRunOfPig ignores case and searches within the company', () => {
    expect(findRunOfPig(runs, path, ' cln-16-02 ')?.runId).toBe(41);
    expect(findRunOfPig(runs, { groupId: 4 }, 'CLN-16-02')).toBeUndefined();
  });

  it('[R-022] an active run disables Launch for its path', () => {
    expect(explainLaunchBlock(path, runs)).toBe(PATH_IN_USE);
    expect(explainLaunchBlock({ pathId: 13 }, runs)).toBeNull();
    expect(explainLaunchBlock(undefined, runs)).not.toBeNull();
    expect(explainLaunchBlock(path, undefined)).not.toBeNull();
  });
});

it('selectPath resets the direction', () => {
  selectPath(1);
  setBackward(true);
  selectPath(1);
  expect(useManager.getState().isBackward).toBe(true);
  selectPath(2);
  expect(useManager.getState()).toEqual({ pathId: 2, isBackward: false });
  selectPath(null);
});
