import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { HandoverSheet, SheetNote } from '@waymark/domain/shift/handover';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Change } from '../platform/database/change.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Person {
  readonly userId: UserId;
  readonly name: string;
}

/** Signs and accepts handovers, which only admins do; there is no such user any more. */
export const NIGHT_ADMIN: Person = { userId: 1_000_000_000, name: 'Lee Carter' };

interface Shift {
  readonly groupId: CompanyId;
  /** The admin by day. */
  readonly day: Person;
  /** The colleague by night. */
  readonly night: Person;
  readonly now: number;
}

const NONE = { rows: [], total: 0 };

const makeSheet = (takenAt: number, notes: readonly SheetNote[]): HandoverSheet => ({
  takenAt: formatUtcSecond(takenAt),
  since: null,
  alerts: NONE,
  runs: NONE,
  silences: NONE,
  commands: NONE,
  devices: NONE,
  notes: { rows: notes, total: notes.length },
});

async function addNote({ db }: Change, groupId: CompanyId, by: Person, at: number, text: string): Promise<SheetNote> {
  const { id } = await db
    .insertInto('shift_notes')
    .values({
      group_id: groupId,
      at: new Date(at),
      user_id: by.userId,
      user_name: by.name,
      text,
      run_id: null,
      run_name: null,
      pig: null,
      uid: null,
      corrects: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, at: formatUtcSecond(at), by: by.name, text, runName: null, uid: null, corrects: null, files: 0 };
}

/** Notes of two shifts, and the handover of the first one, which is accepted. */
export async function seedShift(change: Change, { groupId, day, night, now }: Shift): Promise<void> {
  const ago = (ms: number) => now - ms;
  const note = (by: Person, beforeMs: number, text: string) => addNote(change, groupId, by, ago(beforeMs), text);
  const notes = [
    await note(
      day,
      20 * HOUR_MS,
      'Crew 2 has set the AGMs of the north line. The gate at the river needs the new key.',
    ),
    await note(day, 15 * HOUR_MS, 'Receiver is ready. Valve 3 stays closed until the crew has called.'),
  ];
  await note(night, 9 * HOUR_MS, 'Crew called: valve 3 is open again.');
  await note(night, 2 * HOUR_MS, 'Excavation beside the south line begins at noon, ask for a silence.');
  const takenAt = ago(12 * HOUR_MS);
  await change.db
    .insertInto('shift_handovers')
    .values({
      group_id: groupId,
      taken_at: new Date(takenAt),
      signed_at: new Date(takenAt + 5 * MINUTE_MS),
      signed_by: day.userId,
      signed_name: day.name,
      sheet: JSON.stringify(makeSheet(takenAt, notes)),
      words: 'Quiet shift. Watch valve 3 on the north line.',
      accepted_at: new Date(takenAt + 9 * MINUTE_MS),
      accepted_by: night.userId,
      accepted_name: night.name,
      remark: '',
    })
    .execute();
}
