import { writePath } from '@waymark/contract/runs/read-path';
import { pigPath } from '@waymark/contract/runs/pig-path';
import { draftOf, listSaveFaults } from '@waymark/domain/path/save-checks';
import { metresPerSecond, metresPerSecondToMph } from '@waymark/domain/units/speed';
import { expect, test } from 'vitest';
import { planFleet } from '../scenario/plan-fleet.ts';
import { readScenario } from '../scenario/read-scenario.ts';
import { buildPath } from './prepare-paths.ts';

const plan = planFleet(await readScenario('demo'));
const toMph = (speed: number) => metresPerSecondToMph(metresPerSecond(speed));

test.each(plan.lines.map((line) => [line.name, line] as const))('the path of %s can be saved as it is', (_, line) => {
  const path = buildPath(line, plan);
  if (!path) throw new Error('no path');
  const sent = writePath(path);
  expect(pigPath.parse(sent)).toEqual(sent);
  expect(listSaveFaults(draftOf(path, toMph))).toEqual([]);
  expect(new Set(path.markers.map(({ name }) => name)).size).toBe(path.markers.length);
  expect(path.agms.length).toBeGreaterThan(3);
  expect(path.markers.at(-1)?.fromLaunchM).toBeCloseTo(line.lengthM, -2);
});

test('a line without a plan or without devices has no path', () => {
  const [line, other] = plan.lines;
  if (!line || !other) throw new Error('no lines');
  expect(buildPath({ ...line, path: undefined }, plan)).toBeNull();
  expect(buildPath(line, { devices: [], pigs: [] })).toBeNull();
});
