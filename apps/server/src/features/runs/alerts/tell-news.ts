import type { TextReader } from '@waymark/domain/language/reader';
import { foresee } from '@waymark/domain/run/estimate/outlook';
import { listNews, newsIdentity, wantsNews, type RunNews } from '@waymark/domain/run/alerts/alerts-telling';
import { describeNews } from '@waymark/domain/words/run-messages';
import { layCourse } from '@waymark/domain/run/estimate/course';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import type { Change, DomainEvents } from '../../../platform/database/change.ts';
import * as alerts from '../../alerts/alerts.api.ts';
import { endCauses } from './alerts.store.ts';
import { queueMessages } from './queue-messages.ts';

async function notify(
  change: Change,
  run: Run,
  news: readonly RunNews[],
  now: number,
  publicUrl: string,
): Promise<number> {
  const { notifications } = run.path;
  const wanted = news.flatMap((one) => notifications.flatMap((rule) => (wantsNews(rule, one) ? [{ rule, one }] : [])));
  if (wanted.length === 0) return 0;
  const course = layCourse(run.path);
  const outlook = foresee(run, course, reckon(run, course));
  const letters = wanted.map(({ rule, one }) => ({
    rule,
    write: (reader: TextReader) => describeNews(one, outlook, now, reader),
    identity: newsIdentity(one),
  }));
  return queueMessages(change, run, letters, { publicUrl, now });
}

async function endAllCauses(change: Change, { runId, groupId }: Run, at: number): Promise<void> {
  const endedKeys = await endCauses(change, runId, at);
  if (endedKeys.length > 0)
    await alerts.changeAlertsOfRun(change, { runId, groupId, begun: [], endedKeys, notifiedKeys: [], at });
}

/** Enqueues messages in the same transaction as the change, so that both are stored or neither. */
export function notifyOfChange(publicUrl: string) {
  return async (change: Change, { changes }: DomainEvents['runs-changed']): Promise<void> => {
    for (const { before, after, passages, at } of changes) {
      await notify(change, after, listNews(before, after, passages), at, publicUrl);
      if (after.completedAt !== null) await endAllCauses(change, after, at);
    }
  };
}

/** Notifies users of a passage; returns the number of messages that were not enqueued before. */
export function notifyOfPassage(
  change: Change,
  run: Run,
  passage: RunPassage,
  now: number,
  publicUrl: string,
): Promise<number> {
  return notify(
    change,
    run,
    [{ event: 'passage', passage, hasArrived: true, isVerifiedNow: passage.isVerified }],
    now,
    publicUrl,
  );
}
