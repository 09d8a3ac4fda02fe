import { events } from '@waymark/contract/events/index';
import type { Role } from '@waymark/contract/roles';
import { page } from 'vitest/browser';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import type { SilenceRow } from '#/features/alerts/silences-store.ts';
import type { ReplyAt } from '#/api/address.ts';
import { answer } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { AlertBell } from '../AlertBell.tsx';
import { AlertsPanel } from '../AlertsPanel.tsx';

export const stopped: Alert = { ...events.ReceiveAlert.example, state: 'raised', acknowledged: null, notifiedAt: null };
export const offline: Alert = {
  ...stopped,
  id: 908,
  kind: 'agm-offline',
  uid: 100_234,
  words: { us: 'AGM away', metric: 'AGM away' },
  translations: null,
};

export const list = page.getByRole('list', { name: 'Alerts' });
export const items = list.getByRole('listitem');
export const bell = page.getByRole('button', { name: /^Alerts/ });
export const dialog = page.getByRole('dialog');

type OnCallNow = ReplyAt<'GET /on-call/now'>;
export const NO_ROSTER: OnCallNow = { name: null, until: null, timeZone: 'UTC' };

export const NO_HANDOVERS: ReplyAt<'GET /shift/handovers'> = { handovers: [], hasMore: false, waiting: 0 };

/** The bell and the panel with these alerts. */
export function showInbox(
  alerts: readonly Alert[],
  role: Role = 'admin',
  silences: readonly SilenceRow[] = [],
  onCall: OnCallNow = NO_ROSTER,
): void {
  answer('GET /alerts', { alerts: [...alerts], total: alerts.length });
  answer('GET /alerts/since', { since: null, alerts: [...alerts] });
  answer('POST /alerts/visit', {});
  if (role !== 'superadmin') answer('GET /on-call/now', onCall);
  if (role === 'admin') answer('GET /shift/handovers', NO_HANDOVERS);
  answer('GET /silences', { silences: [...silences] });
  render(
    <>
      <AlertBell isViewer={role === 'viewer'} isOpen onToggle={() => undefined} />
      <AlertsPanel />
    </>,
    { role },
  );
}
