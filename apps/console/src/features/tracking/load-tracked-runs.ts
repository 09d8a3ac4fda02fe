/** A separate file, because it imports everything that runs need, which the first view does not load. */
export const loadTrackedRuns = async () => (await import('./TrackedRuns.tsx')).TrackedRuns;
