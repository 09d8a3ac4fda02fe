/** A column of a history table: what it is called, what it says, and what the server calls it. */
export interface HistoryColumn<Row, Field extends string = string> {
  readonly id: string;
  readonly label: string;
  /** What the exported file has of it. */
  readonly fields: readonly Field[];
  /** The field that the server sorts by; without one the head does not sort. */
  readonly sortBy?: keyof Row & string;
  readonly isNumber?: true;
  /** Shown only when somebody has chosen it. */
  readonly isExtra?: true;
  /** How long the text usually is, in px, for the bars that stand for it while it loads. */
  readonly width: number;
  readonly text: (row: Row) => string;
}

export function listDefaultIds(columns: readonly Pick<HistoryColumn<never>, 'id' | 'isExtra'>[]): readonly string[] {
  return columns.filter(({ isExtra }) => !isExtra).map(({ id }) => id);
}

/** In their own order, whatever the order of the ids. */
export function chooseColumns<Row>(
  columns: readonly HistoryColumn<Row>[],
  ids: readonly string[],
): readonly HistoryColumn<Row>[] {
  return columns.filter(({ id }) => ids.includes(id));
}

/** The fields of the shown columns, for the exported file. */
export function listFields<Row>(columns: readonly HistoryColumn<Row>[]): readonly string[] {
  return [...new Set(columns.flatMap(({ fields }) => fields))];
}
