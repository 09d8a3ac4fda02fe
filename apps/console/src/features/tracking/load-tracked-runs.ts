/** Apart, because it carries the list of all that the runs need: the first view is spared that list. */
export const loadTrackedRuns = async () => (await import('./TrackedRuns.tsx')).TrackedRuns;
