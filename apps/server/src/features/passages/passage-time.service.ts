import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import { findTimeFault } from '@waymark/domain/verification/verification';
import { describeMarkerFault } from '@waymark/domain/words/refusals';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { decide, holdPassage, readRow, tellChanged } from './change-passage.ts';
import { settleLastPassage } from './passages.store.ts';

export interface TimeEdit {
  /** UTC milliseconds. */
  readonly newPassageTime: number;
  readonly expectedPassageTimeStamp?: number | undefined;
}

/** Corrects the time of a passage in all its records; keeps the end of its snippet, which links the records. */
export async function editPassageTime(
  database: Database,
  origin: ChangeOrigin,
  { uid, passageId }: { readonly uid: number; readonly passageId: number },
  { newPassageTime: passageAt, expectedPassageTimeStamp: expectedAt }: TimeEdit,
  now: number,
): Promise<PassageRow> {
  return database.change(origin, async (change) => {
    const held = await holdPassage(change, uid, passageId);
    if (expectedAt !== undefined && expectedAt !== held.passageAt) throw problem('passage-changed');
    const fault = findTimeFault({ passageAt, now, run: null, markerName: null });
    if (fault !== null) throw problem('passage-time-refused', { detail: describeMarkerFault(fault) });
    if (passageAt === held.passageAt) return readRow(change, held);
    await decide(change, held, { kind: 'retimed', passageAt, now }, { passageAt });
    await settleLastPassage(change, uid, held.ids, new Date(passageAt));
    const passage = await readRow(change, held);
    const after = { passageTimeStamp: formatUtcMillisecond(passageAt) };
    await tellChanged(change, held, { action: 'passage-time-changed', after, passage });
    return passage;
  });
}
