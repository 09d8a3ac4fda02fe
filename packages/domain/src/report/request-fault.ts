import type { Uid } from '../ids.ts';

/** The parameters of a device report; null: an invalid date. */
interface DeviceReportWish {
  /** UTC milliseconds. */
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly uids: readonly Uid[];
}

export type ReportFault = 'start-invalid' | 'end-invalid' | 'wrong-order' | 'no-devices';

/** The reason why such a report is refused; null: it is not. */
export function findReportFault({ startAt, endAt, uids }: DeviceReportWish): ReportFault | null {
  if (startAt === null) return 'start-invalid';
  if (endAt === null) return 'end-invalid';
  if (startAt >= endAt) return 'wrong-order';
  return uids.length === 0 ? 'no-devices' : null;
}
