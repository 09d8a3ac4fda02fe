import { severityOf } from '@waymark/domain/alert/alert-kind';
import { create } from 'zustand';
import type { ReplyAt } from '#/api/address.ts';

export type Alert = ReplyAt<'GET /alerts'>['alerts'][number];

interface Alerts {
  /** The alerts that are not closed, by id. */
  readonly alerts: ReadonlyMap<number, Alert>;
  /** Alerts on the server beyond the loaded ones. */
  readonly unloaded: number;
  readonly isLoaded: boolean;
  readonly isLoading: boolean;
  /** The failure of the last load. */
  readonly error: Error | null;
}

const NOTHING: Alerts = { alerts: new Map(), unloaded: 0, isLoaded: false, isLoading: false, error: null };

export const useAlerts = create<Alerts>()(() => NOTHING);

export function putAlerts(alerts: readonly Alert[]): void {
  useAlerts.setState((now) => {
    const next = new Map(now.alerts);
    for (const alert of alerts) {
      if (alert.state === 'closed') next.delete(alert.id);
      else next.set(alert.id, alert);
    }
    return { alerts: next };
  });
}

export function replaceAlerts(alerts: readonly Alert[]): void {
  useAlerts.setState({ alerts: new Map(alerts.map((alert) => [alert.id, alert])), isLoaded: true });
}

/** The run is deleted, and its alerts with it. */
export function dropAlertsOfRun(runId: number): void {
  useAlerts.setState(({ alerts }) => ({
    alerts: new Map([...alerts].filter(([, alert]) => alert.runId !== runId)),
  }));
}

export function forgetAlerts(): void {
  useAlerts.setState(NOTHING);
}

/** A demand: facts such as an arrival do not count. */
const isDemand = ({ kind }: Pick<Alert, 'kind'>) => severityOf(kind) !== 'notice';

interface OpenCount {
  /** Alerts whose cause holds. */
  readonly open: number;
  /** The open ones that no user has acknowledged. */
  readonly waiting: number;
}

/** Silenced alerts do not count. */
export function countOpen(alerts: Iterable<Alert>, isSilenced: (alert: Alert) => boolean): OpenCount {
  const open = [...alerts].filter((alert) => alert.endedAt === null && isDemand(alert) && !isSilenced(alert));
  return { open: open.length, waiting: open.filter(({ acknowledged }) => acknowledged === null).length };
}
