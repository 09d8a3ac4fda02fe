/** A point of the line that is tracked (TRACK) or not (SKIP). */
export interface LineMarker {
  readonly name: string;
  readonly state: 'TRACK' | 'SKIP';
  /** Along the line, from the launch. */
  readonly distanceM: number;
}

/** The run against which a passage is checked. Instants are UTC milliseconds. */
export interface RunOfPassage {
  readonly launchAt: number;
  readonly markers: readonly LineMarker[];
  readonly verifiedPassages: ReadonlyArray<{ readonly markerName: string; readonly passageAt: number }>;
}

/** Verified times at the TRACK markers before and after a marker; empty for a marker that is not on the line. */
export function splitVerified(run: RunOfPassage, markerName: string) {
  const own = run.markers.find(({ name }) => name === markerName);
  const timesAt = (isWanted: (marker: LineMarker) => boolean): number[] => {
    const names = new Set(
      run.markers.filter((marker) => marker.state === 'TRACK' && isWanted(marker)).map(({ name }) => name),
    );
    return run.verifiedPassages.filter((passage) => names.has(passage.markerName)).map(({ passageAt }) => passageAt);
  };
  return {
    before: timesAt(({ distanceM }) => own !== undefined && distanceM < own.distanceM),
    after: timesAt(({ distanceM }) => own !== undefined && distanceM > own.distanceM),
  };
}
