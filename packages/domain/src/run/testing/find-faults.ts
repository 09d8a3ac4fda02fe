import type { Run, RunPassage } from '../run.ts';

// Invariants of a run that hold after any change.

function findRepeated(values: ReadonlyArray<string | number>): Array<string | number> {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

const isAscending = (values: readonly number[], isStrict: boolean) =>
  values.every((value, at) => at === 0 || (isStrict ? value > (values[at - 1] ?? 0) : value >= (values[at - 1] ?? 0)));

function listVerifiedAt({ passages }: Run, name: string): RunPassage[] {
  return passages.filter(({ markerName, isVerified }) => isVerified && markerName === name);
}

export function findFaults(run: Run): string[] {
  const { markers, agms } = run.path;
  const faults: string[] = [];
  const check = (isFault: boolean, words: string) => {
    if (isFault) faults.push(words);
  };
  check(markers[0]?.name !== 'Launch' || markers.at(-1)?.name !== 'Receive', 'the ends have moved');
  check(markers[0]?.state !== 'SKIP' || markers.at(-1)?.state !== 'SKIP', 'an end is tracked');
  check(
    !isAscending(
      markers.map(({ fromLaunchM }) => fromLaunchM),
      false,
    ),
    'markers are out of order',
  );
  check(findRepeated(markers.map(({ name }) => name)).length > 0, 'two markers of one name');
  check(findRepeated(markers.flatMap(({ linkedUid }) => linkedUid ?? [])).length > 0, 'a device at two markers');
  check(
    markers.some(({ linkedUid, autoLinkedUids }) =>
      [...autoLinkedUids, linkedUid ?? []].flat().some((uid) => !agms.includes(uid)),
    ),
    'a device that does not watch',
  );
  check(
    markers.some(
      ({ state, autoLink, autoVerify, linkedUid }) =>
        state === 'SKIP' && (autoLink || autoVerify || linkedUid !== null),
    ),
    'a skipped marker does something',
  );
  check(
    markers.some(({ note }) => note.length > 199),
    'a note is too long',
  );
  check(
    markers.some(({ name }) => listVerifiedAt(run, name).length > 1),
    'two verified passages at one marker',
  );
  const tracked = markers.filter(({ state }) => state === 'TRACK');
  const times = tracked.flatMap(({ name }) => listVerifiedAt(run, name).map(({ passageAt }) => passageAt));
  check(!isAscending(times, true), 'verified times are out of order');
  const verified = run.passages.filter(({ isVerified, markerName }) => isVerified && markerName !== null);
  check(
    verified.some(({ passageAt }) => run.launchAt === null || passageAt <= run.launchAt),
    'verified before the launch',
  );
  check(
    verified.some(({ passageAt }) => run.completedAt !== null && passageAt > run.completedAt),
    'verified after the receive time',
  );
  check(
    run.passages.some(({ markerName }) => markerName !== null && !markers.some(({ name }) => name === markerName)),
    'a passage at no marker',
  );
  check(
    findRepeated(run.passages.flatMap(({ uid, endOfSnipAt }) => (uid === null ? [] : [`${uid} ${endOfSnipAt}`])))
      .length > 0,
    'a passage twice',
  );
  return faults;
}
