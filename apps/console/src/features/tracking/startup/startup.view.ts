/** The run, marker, device and passage that a link asks the console to open. */
export interface StartupWish {
  readonly runId: number | null;
  readonly markerName: string | null;
  readonly uid: number | null;
  readonly passageId: number | null;
}

const readNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** Ignores unknown and invalid parameters. */
export function readWish({
  runId,
  markerName,
  uid,
  passageId,
}: Readonly<Record<string, string | undefined>>): StartupWish {
  return {
    runId: readNumber(runId),
    markerName: markerName ?? null,
    uid: readNumber(uid),
    passageId: readNumber(passageId),
  };
}
