/** What a report of devices is asked for; null: it is no date. */
interface DeviceReportWish {
  /** UTC milliseconds. */
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly uids: readonly number[];
}

/** Why there can be no report of these devices in this time, in the words of the documents; null: there can. */
export function findReportFault({ startAt, endAt, uids }: DeviceReportWish): string | null {
  if (startAt === null) return 'The start date is not valid.';
  if (endAt === null) return 'The end date is not valid.';
  if (startAt >= endAt) return 'The start date must be before the end date.';
  return uids.length === 0 ? 'At least one uid value must be selected.' : null;
}
