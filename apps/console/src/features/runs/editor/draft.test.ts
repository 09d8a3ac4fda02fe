import { exampleSavedPath } from '@waymark/contract/runs/pig-path';
import { expect, it } from 'vitest';
import { draftOfPath, toPath } from './draft.ts';

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
    pigRunName: exampleSavedPath.pigRunName,
    launchSiteLat: launch?.lat,
    launchSiteLon: launch?.lon,
    recieveSiteLat: receive?.lat,
    recieveSiteLon: receive?.lon,
  });
});
