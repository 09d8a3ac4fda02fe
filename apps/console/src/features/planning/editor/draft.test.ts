import { exampleSavedPath as sentPath } from '@waymark/contract/runs/pig-path';
import { readSavedPath } from '@waymark/contract/runs/read-path';
import { expect, it } from 'vitest';
import { draftOfPath, toPath } from './draft.ts';

const exampleSavedPath = readSavedPath(sentPath);

it('[R-050] the editor shows the expected speed in mph and sends it in metres per second', () => {
  const draft = draftOfPath({ ...exampleSavedPath, expectedSpeed: 0.894_08 });
  expect(draft.speedMph).toBe(2);
  expect(toPath(draft).expectedSpeed).toBeCloseTo(0.894_08, 9);
  expect(toPath({ ...draft, speedMph: 10 }).expectedSpeed).toBeCloseTo(4.4704, 9);
});

it('[R-048] the editor sends the sites of launch and receive from the first and the last marker', () => {
  const { markers } = exampleSavedPath;
  const [launch, receive] = [markers[0], markers.at(-1)];
  expect(toPath(draftOfPath(exampleSavedPath))).toMatchObject({
    pathId: exampleSavedPath.pathId,
    name: exampleSavedPath.name,
    launchSiteLat: launch?.lat,
    launchSiteLon: launch?.lon,
    receiveSiteLat: receive?.lat,
    receiveSiteLon: receive?.lon,
  });
});
