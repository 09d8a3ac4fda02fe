import { claimInFlight, endWaiting, takeDueDevices } from '../../features/commands/cellular-deliveries.store.ts';
import { notifyCommands } from '../../features/commands/commands-notice.ts';
import type { CommandRow } from '../../features/commands/commands.wire.ts';
import { listUnanswered } from '../../features/commands/deliveries.queries.ts';
import { claimAgain, claimNext, putBack } from '../../features/commands/deliveries.store.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/database.ts';
import { ANSWER_WITHIN_MS, BATCH, FOREIGN_FOR_MS, MOST_TRIES, PAUSE_MS } from './delivery-rules.ts';
import { findReachable, type Broker } from './reach.ts';

// The transactions of the delivery. Each returns the commands to publish after the commit.

interface Devices {
  readonly uids: readonly number[];
  /** The devices among them that have just connected. */
  readonly connected: readonly number[];
}

export async function sendNext(change: Change, { uids, connected }: Devices, now: number): Promise<CommandRow[]> {
  const dueAt = now + ANSWER_WITHIN_MS;
  const again = connected.length > 0 ? await claimInFlight(change, connected, { now, dueAt }) : [];
  if (connected.length > 0) await endWaiting(change, connected);
  const next = await claimNext(change, { uids, link: 'cellular', now, dueAt });
  return [...again, ...next];
}

type Unanswered = Awaited<ReturnType<typeof listUnanswered>>;

const idsOf = (commands: Unanswered) => commands.map(({ id }) => id);

async function giveBack(change: Change, unanswered: Unanswered, now: number): Promise<void> {
  const abandoned = unanswered.filter(({ due_at: dueAt }) => (dueAt?.getTime() ?? 0) <= now - FOREIGN_FOR_MS);
  const back = await putBack(change, idsOf(abandoned), { now, dueAt: null, note: 'The device is not connected.' });
  // The device may be connected to another node.
  await notifyCommands(
    change,
    back.map(({ uid }) => uid),
  );
}

/** Sends commands without a timely answer again, or returns them to the queue. */
export async function settleUnanswered(change: Change, broker: Broker | null, now: number): Promise<CommandRow[]> {
  const reader: Reader = { scope: change.scope, db: change.db };
  const unanswered = await listUnanswered(reader, now, BATCH);
  const reachable = new Set(
    await findReachable(
      broker,
      reader,
      unanswered.map(({ uid }) => uid),
    ),
  );
  const here = unanswered.filter(({ uid }) => reachable.has(uid));
  const tired = here.filter(({ tries }) => tries >= MOST_TRIES);
  await putBack(change, idsOf(tired), { now, dueAt: now + PAUSE_MS, note: 'The device has not answered.' });
  await giveBack(
    change,
    unanswered.filter(({ uid }) => !reachable.has(uid)),
    now,
  );
  const lasting = here.filter(({ tries }) => tries < MOST_TRIES);
  return claimAgain(change, idsOf(lasting), { now, dueAt: now + ANSWER_WITHIN_MS });
}

/** Sends commands whose pause is over. */
export async function sendPutOff(change: Change, broker: Broker | null, now: number): Promise<CommandRow[]> {
  const uids = await takeDueDevices(change, now);
  const reachable = new Set(await findReachable(broker, { scope: change.scope, db: change.db }, uids));
  await notifyCommands(
    change,
    uids.filter((uid) => !reachable.has(uid)),
  );
  return sendNext(change, { uids: [...reachable], connected: [] }, now);
}
