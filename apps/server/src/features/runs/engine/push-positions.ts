import { writeRunUpdate } from '@waymark/contract/runs/run-names';
import { estimate } from '@waymark/domain/run/estimate/estimate';
import { writeEtas, writeOldEtas } from '@waymark/domain/run/estimate/location-message';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import type { RunEvent } from '../../../hub/delivery.ts';
import type { TrackedRun } from './active-runs.ts';

/** Writes the pig's position as both hub messages, UpdateLocation and UpdateLocationV2. */
export function writePosition({ run, course, reckoning }: TrackedRun, now: number): RunEvent[] {
  const estimated = estimate(reckoning, course, run.path.markers, now);
  const { runId, groupId } = run;
  const common = {
    runId,
    lat: estimated.place.lat,
    lon: estimated.place.lon,
    serverTime: formatUtcMillisecond(now),
    speed: reckoning.speed,
    isPaused: estimated.isPaused,
  };
  return [
    {
      name: 'ReceivePigRunUpdate',
      audience: { groupId, runId },
      data: writeRunUpdate({ ...common, messageName: 'UpdateLocation', ...writeOldEtas(estimated) }),
    },
    {
      name: 'ReceivePigRunUpdate',
      audience: { groupId, runId },
      data: writeRunUpdate({ ...common, messageName: 'UpdateLocationV2', ...writeEtas(estimated) }),
    },
  ];
}
