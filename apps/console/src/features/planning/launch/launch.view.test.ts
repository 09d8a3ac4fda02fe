import { exampleSavedPath as sentPath } from '@waymark/contract/runs/pig-path';
import { readMarker, readPath, readSavedPath } from '@waymark/contract/runs/read-path';
import { exampleRun, runMarkers, runPath, sentRun } from '@waymark/contract/runs/pig-run';
import { describe, expect, it } from 'vitest';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { readActiveRuns } from '#/features/runs/active-run.ts';
import { PATH_IN_USE } from '../saved-paths/manager.view.ts';
import { buildRun, findLaunchFault, findTimeFault, toToolQuestion } from './launch.view.ts';

const exampleSavedPath = readSavedPath(sentPath);

const path = { ...exampleSavedPath, pigs: ['CLN-16-02', 'MFL-16-01'] };
const runElsewhere = readActiveRuns([
  trackRun({ ...exampleRun, pigPath: JSON.stringify({ ...sentPath, pathId: 99 }) }),
]);
const runHere = readActiveRuns([trackRun({ ...exampleRun, pig: 'OTHER', pigPath: JSON.stringify(sentPath) })]);

describe('Launch', () => {
  it('[R-021] a launch requires a path, a pig and a tool type', () => {
    expect(findLaunchFault({ path, pig: null, toolTypeId: 1 }, [])).toBe('Choose a pig.');
    expect(findLaunchFault({ path, pig: 'MFL-16-01', toolTypeId: null }, [])).toBe('Choose a tool type.');
    expect(findLaunchFault({ path, pig: 'MFL-16-01', toolTypeId: 1 }, [])).toBeNull();
  });

  it('[R-022] a launch is refused while a run is on the path', () => {
    expect(findLaunchFault({ path, pig: 'MFL-16-01', toolTypeId: 1 }, runHere)).toBe(PATH_IN_USE);
  });

  it('[R-023] a launch is refused for a pig in any active run', () => {
    expect(findLaunchFault({ path, pig: 'CLN-16-02', toolTypeId: 1 }, runElsewhere)).toBe(
      'Pig CLN-16-02 is on its way already.',
    );
    expect(findLaunchFault({ path, pig: 'MFL-16-01', toolTypeId: 1 }, runElsewhere)).toBeNull();
  });
});

it('[R-012] [F-017] [F-018] the launch time must be valid and not in the future', () => {
  const now = Date.UTC(2026, 2, 18, 12);
  for (const typed of ['', 'soon', '2026-02-30 00:00:00', '2026-03-18'])
    expect(findTimeFault(typed, now)).toBe('Error ! Invalid format.');
  expect(findTimeFault('2026-03-18 12:00:01', now)).toBe('Error ! Launch can not be set to future time.');
  expect(findTimeFault('2026-03-18 12:00:00', now)).toBeNull();
  expect(findTimeFault('20260318115959', now)).toBeNull();
});

describe('the tool lookup', () => {
  it('[R-116, R-117, R-118] the tool lookup asks with mph / 2.237 and inches / 39.37', () => {
    const question = toToolQuestion({ expectedSpeed: 3 * 0.447_04, pipelineDiameter: 16 }, 4);
    expect(question?.expectedSpeed).toBeCloseTo(3 / 2.237, 5);
    expect(question?.size).toBeCloseTo(16 / 39.37, 10);
    expect(question?.toolTypeId).toBe(4);
  });

  it('[R-085] the tool lookup is skipped without a speed or diameter', () => {
    expect(toToolQuestion({ expectedSpeed: 0, pipelineDiameter: 16 }, 4)).toBeNull();
    expect(toToolQuestion({ expectedSpeed: 1, pipelineDiameter: Number.NaN }, 4)).toBeNull();
  });
});

describe('the sent run', () => {
  const order = { path, pig: 'MFL-16-01', toolTypeId: 1, isBackward: false };

  it('[R-002] buildRun builds a new run at the launch site that satisfies the contract', () => {
    const run = sentRun.parse(buildRun(order, '2026-03-18 00:00:00'));
    expect(run).toMatchObject({
      runId: -1,
      pig: 'MFL-16-01',
      recieveTime: null,
      EditNextMarkerIndex: 1,
      EditNextMarkerIndex2: -1,
    });
    expect([run.currentPigLocationLat, run.currentPigLocationLon]).toEqual([path.launchSiteLat, path.launchSiteLon]);
    const { groupId: _, rev: __, ...plan } = path;
    expect(readPath(runPath.parse(JSON.parse(run.pigPath)))).toEqual(plan);
    expect(runMarkers.parse(JSON.parse(run.markers)).map(readMarker)).toEqual(path.markers);
  });

  it('[R-019, R-020] a backward run has swapped sites and reversed markers; the path is unchanged', () => {
    const before = structuredClone(path);
    const run = buildRun({ ...order, isBackward: true }, '2026-03-18 00:00:00');
    const plan = readPath(runPath.parse(JSON.parse(run.pigPath)));
    expect([plan.launchSiteLat, plan.launchSiteLon]).toEqual([path.receiveSiteLat, path.receiveSiteLon]);
    expect([plan.receiveSiteLat, plan.receiveSiteLon]).toEqual([path.launchSiteLat, path.launchSiteLon]);
    expect(plan.markers.map(({ name, description }) => [name, description])).toEqual([
      ['Tulsa', 'LAUNCH'],
      ['AGM 01', 'AGM'],
      ['Cushing', 'RECEIVE'],
    ]);
    expect(run.currentPigLocationLat).toBe(path.receiveSiteLat);
    expect(path).toEqual(before);
  });
});
