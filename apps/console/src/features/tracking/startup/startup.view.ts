/** What the address asks for. */
export interface StartupWish {
  readonly runId: number | null;
  readonly markerName: string | null;
  readonly uid: number | null;
  readonly passageId: number | null;
}

const readNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** What is not known, or makes no sense, is ignored. */
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
