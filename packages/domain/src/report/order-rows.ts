import type { ReportRow } from './report-row.ts';

export const REPORT_ORDERS = ['passageTimeStamp', 'markerName', 'uId'] as const;
export type ReportOrder = (typeof REPORT_ORDERS)[number];

export interface RowOrder {
  readonly sortBy: ReportOrder;
  readonly descending: boolean;
}

// Numeric collation sorts "AGM 2" before "AGM 10".
const collator = new Intl.Collator('en', { numeric: true });

export function compareMarkerNames(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : Number(one > other));
}

type Compare = (one: ReportRow, other: ReportRow) => number;

/** Missing values come last in both directions. */
function compareBy<Value>(
  read: (row: ReportRow) => Value | null,
  compare: (one: Value, other: Value) => number,
  isDescending: boolean,
): Compare {
  return (oneRow, otherRow) => {
    const [one, other] = [read(oneRow), read(otherRow)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return isDescending ? compare(other, one) : compare(one, other);
  };
}

const byNumber = (one: number, other: number) => one - other;

function findCompare({ sortBy, descending }: RowOrder): Compare {
  switch (sortBy) {
    case 'passageTimeStamp':
      return compareBy(({ passageAt }) => passageAt, byNumber, descending);
    case 'markerName':
      return compareBy(({ markerName }) => markerName, compareMarkerNames, descending);
    case 'uId':
      return compareBy(({ uid }) => uid, byNumber, descending);
  }
}

/** Rows of equal value keep their order. */
export function sortRows<Row extends ReportRow>(rows: readonly Row[], order: RowOrder): Row[] {
  return rows.toSorted(findCompare(order));
}
