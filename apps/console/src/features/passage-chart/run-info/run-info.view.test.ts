import { examplePassageRow } from '@waymark/contract/devices/passage-row';
import { exampleMarkers } from '@waymark/contract/runs/marker';
import { examplePath } from '@waymark/contract/runs/pig-path';
import { exampleRun, type PigRunText } from '@waymark/contract/runs/pig-run';
import { describe, expect, it, test } from 'vitest';
import { compareRunInfo, describeRun, listRunChoices, NO_RUN_INFO, toRunInfo } from './run-info.view.ts';

const AT = Date.UTC(2026, 2, 18, 6);
const runOf = (changes: Partial<PigRunText>): PigRunText => ({ ...exampleRun, ...changes });
const choose = (...runs: PigRunText[]) => listRunChoices(runs, { at: AT, groupId: 3 });

describe('the runs for a passage', () => {
  test.each<[string, Partial<PigRunText>, boolean]>([
    ['[H-042] offers an active run launched before the passage', { launchTime: '2026-03-18 05:59:59' }, true],
    ['[H-042] does not offer an active run launched at the same time', { launchTime: '2026-03-18 06:00:00' }, false],
    ['does not offer a run that was not launched', { launchTime: null }, false],
    [
      '[H-043] offers a run completed after the passage',
      { launchTime: '2026-03-18 05:00:00', recieveTime: '2026-03-18 06:00:00' },
      true,
    ],
    [
      '[H-043] does not offer a run completed before the passage',
      { launchTime: '2026-03-18 05:00:00', recieveTime: '2026-03-18 05:59:59' },
      false,
    ],
    [
      'does not offer a run of another company, which a superadmin sees',
      { launchTime: '2026-03-18 05:00:00', groupId: 4 },
      false,
    ],
  ])('%s', (_, changes, isChoice) => {
    expect(choose(runOf(changes))).toHaveLength(isChoice ? 1 : 0);
  });

  it('[H-044] [H-046] runs offer their pig as the tool', () => {
    expect(choose(runOf({}))).toMatchObject([{ runId: 41, name: 'Cushing to Tulsa', tools: ['CLN-16-02'] }]);
  });

  it('[H-045] [H-047] runs offer the markers that are AGMs, and the tracked ones', () => {
    const [launchSite, agm, receiveSite] = exampleMarkers;
    const markers = [
      launchSite,
      agm,
      { ...agm, name: 'Skipped AGM', state: 'SKIP', autoLink: false, autoVerify: false },
      { ...agm, name: 'Tracked valve', description: 'VALVE' },
      { ...agm, name: 'Skipped valve', description: 'VALVE', state: 'SKIP' },
      receiveSite,
    ];
    const run = runOf({ markers: JSON.stringify(markers), pigPath: JSON.stringify(examplePath) });
    expect(choose(run)[0]?.markers).toEqual(['AGM 01', 'Skipped AGM', 'Tracked valve']);
  });

  it('runs are named by path and number', () => {
    expect(choose(runOf({})).map(describeRun)).toEqual(['Cushing to Tulsa, run 41']);
  });
});

it('[H-014] compareRunInfo shows changes beside the old values', () => {
  const after = { RunId: 41, PigRunName: 'Cushing to Tulsa', ToolName: 'CLN-16-02', MarkerName: 'AGM 01' };
  expect(compareRunInfo({ ...examplePassageRow, RunId: 41, PigRunName: 'Cushing to Tulsa' }, after)).toEqual([
    { label: 'Run', before: '41', after: '41', isChanged: false },
    { label: 'Pig run', before: 'Cushing to Tulsa', after: 'Cushing to Tulsa', isChanged: false },
    { label: 'Tool', before: 'none', after: 'CLN-16-02', isChanged: true },
    { label: 'Marker', before: 'none', after: 'AGM 01', isChanged: true },
  ]);
  expect(compareRunInfo(after, NO_RUN_INFO).map(({ after: next }) => next)).toEqual(['none', 'none', 'none', 'none']);
});

it('toRunInfo is null until run, tool and marker are chosen', () => {
  const [run] = choose(runOf({}));
  expect([
    toRunInfo(undefined, 'CLN-16-02', 'AGM 01'),
    toRunInfo(run, null, 'AGM 01'),
    toRunInfo(run, 'CLN-16-02', null),
  ]).toEqual([null, null, null]);
  expect(toRunInfo(run, 'CLN-16-02', 'AGM 01')).toEqual({
    RunId: 41,
    PigRunName: 'Cushing to Tulsa',
    ToolName: 'CLN-16-02',
    MarkerName: 'AGM 01',
  });
});
