import type { RunId } from '@waymark/domain/ids';
import { isManual } from '@waymark/domain/run/run';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { notifyOfPassage } from './alerts/tell-news.ts';
import { lockRun } from './lock-run.ts';

interface Edits {
  readonly database: Database;
  readonly origin: ChangeOrigin;
  readonly now: number;
  readonly publicUrl: string;
}

/** Notifies users of the newest manual passage at the marker and returns the number of new messages. */
export async function sendManualAlert(
  { database, origin, now, publicUrl }: Edits,
  runId: RunId,
  markerName: string,
): Promise<number> {
  return database.change(origin, async (change) => {
    const run = await lockRun(change, runId);
    const newest = run.passages
      .filter((passage) => isManual(passage) && passage.markerName === markerName)
      .toSorted((one, other) => other.passageAt - one.passageAt)[0];
    return newest ? notifyOfPassage(change, run, newest, now, publicUrl) : 0;
  });
}
