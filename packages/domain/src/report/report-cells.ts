import type { Zone } from '../time/zone.ts';
import { writeCell } from '../time/zoned-text.ts';

// The typed content of a report cell, before a format writes it.

type InstantPrecision = 'second' | 'millisecond';

export type ReportCell =
  | null
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number; readonly decimals: number }
  | { readonly kind: 'instant'; readonly at: number; readonly precision: InstantPrecision; readonly zone: Zone }
  | { readonly kind: 'duration'; readonly seconds: number };

export const textCell = (text: string | null): ReportCell =>
  text === null || text === '' ? null : { kind: 'text', text };
export const numberCell = (value: number | null, decimals = 0): ReportCell =>
  value === null ? null : { kind: 'number', value, decimals };
/** Passages have millisecond precision, manual times second precision. */
export const instantCell = (at: number | null, precision: InstantPrecision, zone: Zone): ReportCell =>
  at === null ? null : { kind: 'instant', at, precision, zone };
export const durationCell = (seconds: number | null): ReportCell =>
  seconds === null ? null : { kind: 'duration', seconds };

/** Avoids "-0": a number that rounds to zero is 0. */
export function formatDecimals(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text;
}

/** "h:mm:ss" with any number of hours. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${seconds < 0 && whole > 0 ? '-' : ''}${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

export function formatCell(cell: ReportCell): string {
  if (cell === null) return '';
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return formatDecimals(cell.value, cell.decimals);
    case 'instant':
      return writeCell(cell.at, cell.zone, cell.precision);
    case 'duration':
      return formatDuration(cell.seconds);
  }
}
