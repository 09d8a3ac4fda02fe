import { planBroadcast, type PlannedCommand } from '@waymark/commands/broadcast-plan';
import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import type { CommandSource } from '@waymark/commands/life';
import { NOTES } from '@waymark/commands/notes';
import type { FileWindow } from '@waymark/commands/windows';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';
import { listTargets, type TargetFound } from '../commands/commands.queries.ts';
import { listPassageTimes } from './broadcast.queries.ts';
import { insertBroadcast, type DeviceFailure } from './broadcast.store.ts';
import * as commands from '../commands/commands.api.ts';

interface Order {
  /** Devices of other companies count as unknown. */
  readonly groupId: CompanyId;
  readonly uids: readonly Uid[];
  readonly codes: readonly BroadcastCode[];
  readonly window: FileWindow | null;
  readonly source: CommandSource;
  /** More fields for the audit. */
  readonly occasion?: Readonly<Record<string, unknown>>;
}

export interface SentBroadcast {
  queued: number;
  broadcastId: number | null;
  failed: DeviceFailure[];
}

const NOTHING: SentBroadcast = { queued: 0, broadcastId: null, failed: [] };

function toDevice(target: TargetFound) {
  const { schedule, frequencies, sensitivities, firmware_version: firmwareVersion, is_iridium: isIridium } = target;
  return { schedule, frequencies, sensitivities, firmwareVersion, isIridium };
}

async function findTargets(change: Change, { groupId, uids }: Order): Promise<Map<number, TargetFound>> {
  const targets = await listTargets({ scope: change.scope, db: change.db }, uids);
  return new Map(targets.filter((target) => target.group_id === groupId).map((target) => [target.uid, target]));
}

/** Only downloads over satellite depend on the passages of the device. */
async function findPassages(
  change: Change,
  { codes, window, groupId }: Order,
  targets: Map<number, TargetFound>,
): Promise<Map<number, number[]>> {
  if (window === null || !codes.includes('RFD')) return new Map();
  const uids = [...targets.values()].filter((target) => target.is_iridium).map(({ uid }) => uid);
  return listPassageTimes({ scope: change.scope, db: change.db }, uids, groupId, window);
}

interface Planned {
  readonly commands: readonly (PlannedCommand & { readonly uid: Uid })[];
  readonly failed: DeviceFailure[];
}

/** Plans the commands of each device, in the order of the list. */
async function plan(change: Change, order: Order): Promise<Planned> {
  const targets = await findTargets(change, order);
  const passages = await findPassages(change, order, targets);
  const plans = order.uids.map((uid) => {
    const target = targets.get(uid);
    if (!target) return { uid, commands: [], failure: NOTES.noDevice };
    return { uid, ...planBroadcast({ ...order, passages: passages.get(uid) ?? [] }, toDevice(target)) };
  });
  return {
    commands: plans.flatMap(({ uid, commands: each }) => each.map((command) => ({ ...command, uid }))),
    failed: plans.flatMap(({ uid, failure }) => (failure === null ? [] : [{ uid, reason: failure }])),
  };
}

/** Queues the commands of all devices at once; lists the devices that do not get all of them. */
export async function sendBroadcast(change: Change, sent: Order, now: number): Promise<SentBroadcast> {
  const order = { ...sent, uids: [...new Set(sent.uids)], codes: [...new Set(sent.codes)] };
  if (order.uids.length === 0 || order.codes.length === 0) return NOTHING;
  const { groupId, codes, source, occasion } = order;
  const { commands: planned, failed } = await plan(change, order);
  const broadcastId = await insertBroadcast(change, { groupId, codes, failed });
  const drafts = planned.map((command) => ({ ...command, groupId, timeStampSent: now, expiresAt: null }));
  await commands.enqueue(change, drafts, { source, broadcastId });
  await change.audit({
    action: 'broadcast-sent',
    objectType: 'broadcast',
    objectId: broadcastId,
    groupId,
    after: {
      codes,
      window: order.window,
      devices: order.uids.length,
      queued: drafts.length,
      failed: failed.length,
      ...occasion,
    },
  });
  return { queued: drafts.length, broadcastId: drafts.length > 0 ? broadcastId : null, failed };
}
