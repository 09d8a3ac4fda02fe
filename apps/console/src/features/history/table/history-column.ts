import type { UnitSystem } from '@waymark/domain/units/system';

/** A column of a history table: its label, its text, and its name on the server. */
export interface HistoryColumn<Row, Field extends string = string> {
  readonly id: string;
  readonly label: string;
  /** The fields of the exported file. */
  readonly fields: readonly Field[];
  /** The field by which the server sorts; without one the column cannot be sorted. */
  readonly sortBy?: keyof Row & string;
  readonly isNumber?: true;
  /** Hidden by default. */
  readonly isExtra?: true;
  /** The usual width of the text in px, for the placeholder while it loads. */
  readonly width: number;
  readonly text: (row: Row, units: UnitSystem) => string;
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
