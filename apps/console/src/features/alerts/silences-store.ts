import { findSilence, isCurrent } from '@waymark/domain/alert/silence';
import { parseUtc } from '@waymark/domain/time/utc';
import { create } from 'zustand';
import type { ReplyAt } from '#/api/address.ts';
import type { Alert } from './alerts-store.ts';
import { useServerNow } from '#/live/clock-store.ts';

export type SilenceRow = ReplyAt<'GET /silences'>['silences'][number];
export interface Silence extends SilenceRow {
  /** UTC milliseconds. */
  readonly fromAt: number;
  readonly untilAt: number;
}

/** The silences that are current or to come, the next to end first. */
export const useSilences = create<{ readonly silences: readonly Silence[] }>()(() => ({ silences: [] }));

function readTime(text: string): number {
  const read = parseUtc(text);
  return read.ok ? read.value : 0;
}

const readSilence = (row: SilenceRow): Silence => ({
  ...row,
  fromAt: readTime(row.from),
  untilAt: readTime(row.until),
});

const byEnd = (one: Silence, other: Silence) => one.untilAt - other.untilAt || one.id - other.id;

export function replaceSilences(rows: readonly SilenceRow[]): void {
  useSilences.setState({ silences: rows.map(readSilence).toSorted(byEnd) });
}

/** Removes a silence that was ended early. */
export function putSilence(row: SilenceRow): void {
  useSilences.setState(({ silences }) => ({
    silences: [
      ...silences.filter(({ id }) => id !== row.id),
      ...(row.endedBy === null ? [readSilence(row)] : []),
    ].toSorted(byEnd),
  }));
}

export const findSilenceOf = (silences: readonly Silence[], alert: Alert, now: number): Silence | null =>
  findSilence(silences, alert, now);

/** Lists current silences and those to come. */
export const listUnended = (silences: readonly Silence[], now: number) =>
  silences.filter(({ untilAt }) => untilAt > now).map((silence) => ({ silence, isCurrent: isCurrent(silence, now) }));

/** Finds the silence of an alert at the present second. */
export function useFindSilence(): (alert: Alert) => Silence | null {
  const silences = useSilences((store) => store.silences);
  const now = useServerNow();
  return (alert) => findSilenceOf(silences, alert, now);
}
