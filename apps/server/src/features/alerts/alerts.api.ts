import { wordCause } from '@waymark/domain/alert/cause-words';
import type { CompanyId, RunId } from '@waymark/domain/ids';
import type { Cause } from '@waymark/domain/run/alerts/alerts';
import { describeCause } from '@waymark/domain/words/run-messages';
import type { Change } from '../../platform/database/change.ts';
import { translateTo } from '../../platform/language/translations.ts';
import { changeAlerts } from './change-alerts.ts';

export { lockWaiting, noteFailures, storeEscalations, type EscalationTaken } from './escalations.store.ts';
export { addAnswer, listAnswerable, type AnswerableAlert } from './answers.store.ts';
export { listAlertRates } from './alert-rates.queries.ts';

/** The causes of a run that begin and end in a change. */
export interface ChangedCauses {
  readonly runId: RunId;
  readonly groupId: CompanyId;
  readonly begun: readonly Cause[];
  readonly endedKeys: readonly string[];
  /** Causes for which a message was put into the outbox. */
  readonly notifiedKeys: readonly string[];
  /** UTC milliseconds. */
  readonly at: number;
}

/** Raises and ends the alerts of a run in the transaction that stores its causes. */
export function changeAlertsOfRun(
  change: Change,
  { runId, groupId, begun, at, ...keys }: ChangedCauses,
): Promise<void> {
  const causes = begun.map((cause) => ({
    key: cause.key,
    kind: cause.kind,
    markerName: cause.markerName,
    uid: cause.uid,
    ...wordCause((reader) => describeCause(cause, at, reader), translateTo),
  }));
  return changeAlerts(change, { groupId, runId }, { begun: causes, ...keys, at });
}
