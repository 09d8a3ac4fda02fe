import type { StreamStatus } from './engine-types.ts';

function isAlike(a: Readonly<Record<string, unknown>> | null, b: Readonly<Record<string, unknown>> | null): boolean {
  if (a === null || b === null) return a === b;
  return Object.keys(a).every((key) => Object.is(a[key], b[key]));
}

/** Returns the same object as before while nothing in it differs. */
export function keepUnchanged(before: StreamStatus, after: StreamStatus): StreamStatus {
  const detectors = isAlike({ ...before.detectors }, { ...after.detectors }) ? before.detectors : after.detectors;
  const weldSpeed = isAlike(before.weldSpeed && { ...before.weldSpeed }, after.weldSpeed && { ...after.weldSpeed })
    ? before.weldSpeed
    : after.weldSpeed;
  const kept = { ...after, detectors, weldSpeed };
  return isAlike({ ...before }, { ...kept }) ? before : kept;
}
