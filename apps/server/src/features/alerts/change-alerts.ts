import type { AlertStep } from '@waymark/contract/alerts/alert-row';
import { end, markNotified, raise, type AlertLife } from '@waymark/domain/alert/alert-life';
import type { Change } from '../../platform/database/change.ts';
import {
  addAlert,
  lockOpenAlerts,
  storeLife,
  storeSteps,
  type AlertCause,
  type Step,
  type Subject,
} from './alerts.store.ts';
import { readLife } from './stored-life.ts';

export interface CauseChanges {
  readonly begun: readonly AlertCause[];
  readonly endedKeys: readonly string[];
  readonly notifiedKeys: readonly string[];
  /** UTC milliseconds. */
  readonly at: number;
}

/** The steps between two states of an alert, in the order of a life. */
function listSteps(before: AlertLife | null, after: AlertLife): AlertStep[] {
  const isRaised = before === null || after.count > before.count;
  return [
    ...(isRaised ? [before === null ? 'raised' : 'raised-again'] : []),
    ...(after.notifiedAt !== null && after.notifiedAt !== before?.notifiedAt ? ['notified'] : []),
    ...(after.endedAt !== null && after.endedAt !== before?.endedAt ? ['ended'] : []),
    ...(after.closedAt !== null ? ['closed'] : []),
  ] as AlertStep[];
}

/** Applies begun, notified and ended causes to the alerts of their subject, in the transaction of the causes. */
export async function changeAlerts(change: Change, subject: Subject, changes: CauseChanges): Promise<void> {
  const { begun, endedKeys, notifiedKeys, at } = changes;
  const open = new Map((await lockOpenAlerts(change, subject)).map((row) => [row.cause, row]));
  const causes = new Map(begun.map((cause) => [cause.key, cause]));
  const [ended, notified] = [new Set(endedKeys), new Set(notifiedKeys)];
  const steps: Step[] = [];
  for (const key of new Set([...endedKeys, ...causes.keys(), ...notifiedKeys])) {
    const row = open.get(key);
    const cause = causes.get(key) ?? null;
    const before = row ? readLife(row) : null;
    let life = cause ? raise(before, cause.kind, at) : before;
    // An alert that was closed before its cause was stored as held has nothing to end.
    if (!life) continue;
    if (notified.has(key)) life = markNotified(life, at);
    if (ended.has(key)) life = end(life, at);
    if (life === before) continue;
    const alert = row ?? (cause && (await addAlert(change, subject, cause, life, at)));
    if (!alert) continue;
    if (row) await storeLife(change, row.id, life, at, cause);
    steps.push(
      ...listSteps(before, life).map((step): Step => {
        if (!cause || !step.startsWith('raised')) return { alert, step, text: '' };
        const { words, translations } = cause;
        return { alert, step, text: words.us, cause: { words, translations } };
      }),
    );
  }
  await storeSteps(change, steps, at);
}
