import type { AlertRow } from '@waymark/contract/alerts/alert-row';
import type { HookEventData, HookEventType } from '@waymark/contract/event-hooks/catalogue';
import { severityOf } from '@waymark/domain/alert/alert-kind';
import type { CompanyId } from '@waymark/domain/ids';
import { parseUtc } from '@waymark/domain/time/utc';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Change, DomainEvents } from '../../../platform/database/change.ts';
import { listAlertsById } from '../../alerts/alerts.queries.ts';
import { addHookEvents, listWanting, takes, type NewHookEvent } from './hook-events.store.ts';

type AlertType = Extract<HookEventType, `waymark.alert.${string}`>;
type Step = DomainEvents['alerts-changed']['steps'][number];

const TYPES: Readonly<Partial<Record<Step['step'], AlertType>>> = {
  raised: 'waymark.alert.raised',
  'raised-again': 'waymark.alert.raised',
  acknowledged: 'waymark.alert.acknowledged',
  ended: 'waymark.alert.ended',
};
const ALERT_TYPES = [...new Set(Object.values(TYPES))];

/** "2026-03-18 04:40:10" as RFC 3339. */
function toInstant(text: string): string {
  const parsed = parseUtc(text);
  return new Date(parsed.ok ? parsed.value : 0).toISOString();
}

function describeAlert(row: AlertRow): HookEventData<'waymark.alert.raised'> {
  const { runId, pathId, acknowledged } = row;
  return {
    alertId: row.id,
    run: runId === null ? null : { runId, pathId, path: row.runName ?? '', pig: row.pig ?? '' },
    kind: row.kind,
    severity: severityOf(row.kind),
    marker: row.markerName,
    uid: row.uid,
    words: row.words,
    raisedAt: toInstant(row.lastRaisedAt),
    acknowledged: acknowledged && {
      by: acknowledged.name,
      at: toInstant(acknowledged.at),
      note: acknowledged.note,
    },
    endedAt: row.endedAt === null ? null : toInstant(row.endedAt),
  };
}

async function addOfCompany(
  change: Change,
  groupId: CompanyId,
  steps: readonly Step[],
  { at, publicUrl }: { readonly at: number; readonly publicUrl: string },
): Promise<void> {
  const hooks = await listWanting(change, groupId, ALERT_TYPES);
  if (hooks.length === 0) return;
  const ids = [...new Set(steps.map(({ alertId }) => alertId))];
  const rows = await listAlertsById({ db: change.db, scope: systemScope('webhooks') }, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const events = steps.flatMap(({ alertId, step }): NewHookEvent[] => {
    const [row, type] = [byId.get(alertId), TYPES[step]];
    if (!row || !type) return [];
    const { runId, pathId } = row;
    const hookIds = hooks.filter((hook) => takes(hook, type, pathId === null ? [] : [pathId])).map(({ id }) => id);
    const sequence = runId === null ? `alert ${alertId}` : `run ${runId}`;
    return [{ type, subject: `alerts/${alertId}`, sequence, at, data: describeAlert(row), hookIds }];
  });
  await addHookEvents(change, { groupId, publicUrl }, events);
}

/** Stores the events of alerts for the webhooks of their company. */
export function addAlertEvents(publicUrl: string) {
  return async (change: Change, { steps, at }: DomainEvents['alerts-changed']): Promise<void> => {
    const told = steps.filter(({ step }) => TYPES[step] !== undefined);
    const byCompany = Map.groupBy(told, ({ groupId }) => groupId);
    for (const [groupId, ofCompany] of byCompany) await addOfCompany(change, groupId, ofCompany, { at, publicUrl });
  };
}
