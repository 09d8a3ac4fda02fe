import type { RouteReply } from '@waymark/contract/route';
import type { eventHooksRoutes } from '@waymark/contract/routes/event-hooks';
import type { HookEventType } from '@waymark/contract/event-hooks/catalogue';
import { systemOrigin } from '../../../platform/http/call.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addHookEvents } from '../events/hook-events.store.ts';
import { HookReceiver } from './hook-receiver.ts';

export const ALLOW_LOCAL = { WAYMARK_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.0/8' };

type Hook = RouteReply<typeof eventHooksRoutes.listEventHooks>[number];
type MadeHook = RouteReply<typeof eventHooksRoutes.addEventHook>;
type Deliveries = RouteReply<typeof eventHooksRoutes.listEventDeliveries>['deliveries'];
type Detail = RouteReply<typeof eventHooksRoutes.readEventDelivery>;

export interface HookWorld {
  readonly server: TestServer;
  readonly groupId: number;
  call(method: string, address: string, body?: unknown): Promise<Response>;
  /** Adds a receiver with its webhook. */
  addReceiver(sent?: object): Promise<{ readonly receiver: HookReceiver; readonly hook: MadeHook }>;
  findHook(id: number): Promise<Hook>;
  listDeliveries(id: number, query?: string): Promise<Deliveries>;
  readDelivery(id: number, deliveryId: number): Promise<Detail>;
  /** Stores an event of a run, as the change of a run does. */
  emit(hookIds: readonly number[], runId: number): Promise<void>;
  /** Makes every next attempt due now. */
  bringForward(): Promise<void>;
  query<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** The body of a webhook for a receiver. */
export const sentHook = (url: string, eventTypes: readonly HookEventType[] = ['waymark.run.received']) => ({
  url,
  description: 'A test',
  eventTypes,
});

export async function openHookWorld(): Promise<HookWorld> {
  const server = await startTestServer({ settings: ALLOW_LOCAL });
  const { token } = await server.signIn('admin@demo.waymark');
  const receivers: HookReceiver[] = [];
  const query: HookWorld['query'] = async <Row extends Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ) => (await server.app.database.pool.query<Row>(text, [...values])).rows;
  const call: HookWorld['call'] = (method, address, body) =>
    server.call(method, `/api/event-hooks${address}`, { token, body });
  const read = async <Reply>(address: string) => (await (await call('GET', address)).json()) as Reply;
  const [company] = await query<{ id: number }>('select id from groups order by id limit 1');
  const groupId = company?.id ?? 0;
  return {
    server,
    groupId,
    call,
    query,
    addReceiver: async (sent = {}) => {
      const receiver = await HookReceiver.open();
      receivers.push(receiver);
      const response = await call('POST', '', { ...sentHook(receiver.url), ...sent });
      if (response.status !== 201) throw new Error(await response.text());
      const hook = (await response.json()) as MadeHook;
      receiver.secret = hook.secret;
      return { receiver, hook };
    },
    findHook: async (id) => {
      const found = (await read<Hook[]>('')).find((hook) => hook.id === id);
      if (!found) throw new Error(`there is no webhook ${id}`);
      return found;
    },
    listDeliveries: async (id, search = '') =>
      (await read<{ deliveries: Deliveries }>(`/${id}/deliveries${search}`)).deliveries,
    readDelivery: (id, deliveryId) => read<Detail>(`/${id}/deliveries/${deliveryId}`),
    emit: async (hookIds, runId) => {
      const run = { runId, pathId: null, path: 'Line', pig: 'Pig', jobNumber: null };
      const data = { run, receivedAt: '2026-03-18T03:12:00.000Z' };
      const event = { type: 'waymark.run.received', at: Date.now(), data, hookIds } as const;
      await server.app.database.change(systemOrigin('test'), (change) =>
        addHookEvents(change, { groupId, publicUrl: 'http://waymark.test/' }, [
          { ...event, subject: `runs/${runId}`, sequence: `run ${runId}` },
        ]),
      );
    },
    bringForward: async () => {
      // Locks the webhooks first, as the server does.
      await query(`with locked as (select id from event_hooks order by id for no key update)
        update event_deliveries set next_attempt_at = now() where status = 'waiting' and hook_id in (select id from locked)`);
      await query(`select pg_notify('event_hooks', '')`);
    },
    close: async () => {
      for (const receiver of receivers) receiver.close();
      await server.close();
    },
  };
}
