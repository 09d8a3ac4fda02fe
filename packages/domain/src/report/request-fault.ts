/** The parameters of a device report; null: an invalid date. */
interface DeviceReportWish {
  /** UTC milliseconds. */
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly uids: readonly number[];
}

/** The reason why such a report is refused, in the words of the documents; null: it is not. */
export function findReportFault({ startAt, endAt, uids }: DeviceReportWish): string | null {
  if (startAt === null) return 'The start date is not valid.';
  if (endAt === null) return 'The end date is not valid.';
  if (startAt >= endAt) return 'The start date must be before the end date.';
  return uids.length === 0 ? 'At least one uid value must be selected.' : null;
}
