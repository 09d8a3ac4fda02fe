import { checkRoster, DAY_MINUTES, WEEK_MINUTES, type WeeklyShift } from '@waymark/domain/on-call/roster';
import { describeOnCallFault } from '@waymark/domain/words/on-call-faults';
import { t } from '#/language/t.ts';
import type { OnCall, Person } from './on-call.data.ts';

// The weekly shifts as rows of a form.

export interface ShiftRow {
  readonly key: number;
  readonly userId: string;
  /** 0 is Monday. */
  readonly fromDay: string;
  readonly from: string;
  readonly untilDay: string;
  readonly until: string;
}

const two = (value: number) => String(value).padStart(2, '0');

const writeMinute = (minute: number) => ({
  day: String(Math.floor(minute / DAY_MINUTES)),
  clock: `${two(Math.floor((minute % DAY_MINUTES) / 60))}:${two(minute % 60)}`,
});

const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/;

function readMinute(day: string, clock: string): number | null {
  const [, hours, minutes] = CLOCK.exec(clock.trim()) ?? [];
  return hours === undefined ? null : Number(day) * DAY_MINUTES + Number(hours) * 60 + Number(minutes);
}

function writeRow({ userId, from, until }: WeeklyShift, key: number): ShiftRow {
  const [begin, end] = [writeMinute(from), writeMinute(until)];
  return { key, userId: String(userId), fromDay: begin.day, from: begin.clock, untilDay: end.day, until: end.clock };
}

export const beginRows = ({ roster, people }: OnCall): ShiftRow[] =>
  roster.shifts
    .filter(({ userId }) => people.some((person) => person.userId === userId))
    .toSorted((one, other) => one.from - other.from)
    .map(writeRow);

const WORKDAY: Omit<WeeklyShift, 'userId'> = { from: 8 * 60, until: 20 * 60 };

/** The next row goes on where the last one ends, as long, with the person after. */
export function addRow(rows: readonly ShiftRow[], people: readonly Person[]): ShiftRow[] {
  const last = rows.at(-1);
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  const shift = last && readRow(last);
  const at = people.findIndex(({ userId }) => userId === shift?.userId);
  const userId = people[(at + 1) % Math.max(1, people.length)]?.userId ?? 0;
  if (!shift) return [...rows, writeRow({ userId, ...WORKDAY }, key)];
  const length = (shift.until - shift.from + WEEK_MINUTES) % WEEK_MINUTES || WEEK_MINUTES;
  return [...rows, writeRow({ userId, from: shift.until, until: (shift.until + length) % WEEK_MINUTES }, key)];
}

function readRow({ userId, fromDay, from, untilDay, until }: ShiftRow): WeeklyShift | null {
  const [begin, end] = [readMinute(fromDay, from), readMinute(untilDay, until)];
  return begin === null || end === null || userId === '' ? null : { userId: Number(userId), from: begin, until: end };
}

export const isClock = (clock: string) => CLOCK.test(clock.trim());

/** The shifts of the rows, or why they cannot be saved. */
export function readRows(
  rows: readonly ShiftRow[],
  timeZone: string,
): { readonly shifts: readonly WeeklyShift[]; readonly fault: string | null } {
  const shifts = rows.flatMap((row) => readRow(row) ?? []);
  if (shifts.length < rows.length) return { shifts, fault: t('Times are HH:MM.') };
  const checked = checkRoster({ zone: timeZone, shifts });
  return { shifts, fault: checked.ok ? null : t(describeOnCallFault(checked.failure)) };
}
