import { TEST_EVENT_TYPE } from '@waymark/contract/event-hooks/catalogue';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import { problem } from '../../platform/http/problem.ts';
import { findDelivery } from './event-hooks.queries.ts';
import { lockKnown, type HookParts } from './event-hooks.service.ts';
import { reviveDead, reviveDelivery, type LockedHook } from './event-hooks.store.ts';
import { addHookEvents } from './events/hook-events.store.ts';

// Sends a test, or events again, when a user asks for it.

async function lockEnabled(change: Change, id: number): Promise<LockedHook> {
  const hook = await lockKnown(change, id);
  if (!hook.is_enabled) throw problem('webhook-disabled');
  return hook;
}

export async function sendTest({ database, publicUrl }: HookParts, origin: ChangeOrigin, id: number) {
  return database.change(origin, async (change) => {
    const { group_id: groupId, url } = await lockEnabled(change, id);
    const event = {
      type: TEST_EVENT_TYPE,
      subject: `webhooks/${id}`,
      // A sequence of its own: a test says at once whether the receiver answers.
      sequence: `test ${crypto.randomUUID()}`,
      at: Date.now(),
      data: { sentBy: origin.userName },
      hookIds: [id],
    } as const;
    const [deliveryId = 0] = await addHookEvents(change, { groupId, publicUrl }, [event]);
    await change.audit({
      action: 'webhook-tested',
      objectType: 'webhook',
      objectId: id,
      groupId,
      after: { url, deliveryId },
    });
    return { deliveryId };
  });
}

interface Named {
  readonly id: number;
  readonly deliveryId: number;
}

export async function replay({ database }: HookParts, origin: ChangeOrigin, named: Named): Promise<void> {
  await database.change(origin, async (change) => {
    const found = await findDelivery({ db: change.db, scope: change.scope }, named);
    if (!found) throw problem('webhook-delivery-not-found');
    const { group_id: groupId } = await lockEnabled(change, named.id);
    if (!(await reviveDelivery(change, named.id, named.deliveryId))) throw problem('webhook-delivery-waiting');
    await change.audit({
      action: 'webhook-event-replayed',
      objectType: 'webhook',
      objectId: named.id,
      groupId,
      after: { deliveryId: named.deliveryId, eventType: found.eventType, eventId: found.eventId },
    });
  });
}

export async function replayDead({ database }: HookParts, origin: ChangeOrigin, id: number) {
  return database.change(origin, async (change) => {
    const { group_id: groupId } = await lockEnabled(change, id);
    const count = await reviveDead(change, id);
    if (count > 0)
      await change.audit({
        action: 'webhook-events-replayed',
        objectType: 'webhook',
        objectId: id,
        groupId,
        after: { count },
      });
    return { count };
  });
}
