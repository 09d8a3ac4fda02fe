import { describeCause } from '@waymark/domain/run/alerts/alerts-words';
import type { Change } from '../../platform/database/change.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { changeAlerts } from './change-alerts.ts';

/** Raises and ends the alerts of a run in the transaction that stores its causes. */
export function changeAlertsOfRun(
  change: Change,
  { runId, groupId, begun, at, ...keys }: DomainEvents['run-causes-changed'],
): Promise<void> {
  const causes = begun.map((cause) => ({
    key: cause.key,
    kind: cause.kind,
    markerName: cause.markerName,
    uid: cause.uid,
    words: { us: describeCause(cause, at, 'us'), metric: describeCause(cause, at, 'metric') },
  }));
  return changeAlerts(change, { groupId, runId }, { begun: causes, ...keys, at });
}
