import { NOTES } from '@waymark/commands/notes';
import type { Uid } from '@waymark/domain/ids';
import { findAllowedSilenceMs } from '@waymark/domain/presence/presence';
import { systemScope } from '../../platform/access/scope.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { Command } from './command.ts';
import { notifyDelivery } from './command-steps.store.ts';
import { findSatelliteTarget, listSatelliteTasks, OBSTACLE, type SatelliteTarget } from './deliveries.queries.ts';
import {
  claimAgain,
  claimNext,
  noteHandOver,
  noteObstacle,
  rejectUndelivered,
  returnToQueue,
} from './deliveries.store.ts';
import type { Delivery } from './delivery-loop.ts';

export interface SatelliteMessage {
  readonly command: Command;
  readonly imei: string;
  /** Only a device with this key accepts the message. */
  readonly key: Uint8Array;
  /** UTC milliseconds. */
  readonly sentAt: number;
}

export interface SatelliteOutcome {
  /** Whether the gateway has the message. */
  readonly isAccepted: boolean;
  /** The gateway will never accept the message: a retry is useless. */
  readonly isFinal: boolean;
  /** The gateway's answer in words, shown to users. */
  readonly note: string;
}

/** The gateway to satellite devices. Sending never rejects: the outcome reports failures. */
export interface SatelliteLink {
  send(message: SatelliteMessage): Promise<SatelliteOutcome>;
}

interface Parts {
  readonly database: Database;
  /** Decrypts the keys of the devices. */
  readonly box: SecretBox;
  /** null: no gateway is configured. */
  readonly link: () => SatelliteLink | null;
  /** UTC milliseconds. */
  readonly now: () => number;
}

interface Claimed {
  readonly uid: Uid;
  readonly link: SatelliteLink;
  readonly command: Command;
  readonly imei: string;
  readonly key: Buffer;
  /** Time of the next attempt without an answer. */
  readonly resendAt: number;
}

const CELLULAR_AGAIN = NOTES.cellularAgain;
const ORIGIN = systemOrigin('satellite delivery');

/**
 * Sends commands to satellite devices: one at a time per device, several devices in parallel. A command is claimed before
 * the hand-over to the gateway: if the node dies in between, it is repeated soon.
 */
export function createSatelliteDelivery(parts: Parts): Delivery<Claimed> {
  const { database, link, now } = parts;
  return {
    outage: {
      began: 'sending commands to satellite devices failed; they wait and are retried',
      ended: 'commands to satellite devices are sent again',
    },
    // Finds changes without a notice, for example a device that has switched to satellite.
    checkEveryMs: 15_000,
    batch: 1,
    mostAtOnce: 8,
    async listPending({ uids, isAll, isCheckDue }) {
      const named = isAll || isCheckDue ? null : [...uids];
      const search = { uids: named, hasGateway: link() !== null, now: now() };
      const tasks = await listSatelliteTasks(database.read(systemScope('satellite delivery')), search);
      const waiting = Map.groupBy(tasks, ({ obstacle }) => obstacle);
      for (const [note, blocked] of waiting) {
        if (note === null) continue;
        const ids = blocked.map(({ commandId }) => commandId);
        await database.change(ORIGIN, (change) => noteObstacle(change, ids, { now: now(), note }));
      }
      return (waiting.get(null) ?? []).map(({ uid }) => uid);
    },
    async claim(uids) {
      const claimed: Claimed[] = [];
      for (const uid of uids) {
        const found = await database.change(ORIGIN, (change) => claim(change, parts, uid));
        if (found) claimed.push(found);
      }
      return claimed;
    },
    async send(claimed) {
      const outcome = await claimed.link.send({ ...claimed, sentAt: now() });
      await database.change(ORIGIN, (change) => record(change, claimed, outcome, now()));
    },
  };
}

/** Finds the gateway, IMEI and key for a command; otherwise returns the obstacle. */
function findAddress({ isIridium, imei, messageKey }: SatelliteTarget, { link, box }: Parts) {
  const gateway = link();
  if (!isIridium) return CELLULAR_AGAIN;
  if (gateway === null) return OBSTACLE.gateway;
  if (imei === null) return OBSTACLE.imei;
  return messageKey === null ? OBSTACLE.key : { link: gateway, imei, key: Buffer.from(box.open(messageKey), 'hex') };
}

/** Claims the device's next command, or its overdue one; undefined: no command can be sent to this device now. */
async function claim(change: Change, parts: Parts, uid: Uid): Promise<Claimed | undefined> {
  const now = parts.now();
  const target = await findSatelliteTarget({ scope: change.scope, db: change.db }, uid, now);
  if (!target) return undefined;
  const { overdueId, powerMode, schedule } = target;
  const address = findAddress(target, parts);
  if (typeof address !== 'string') {
    const command = await claimCommand(change, uid, overdueId, now);
    return command && { uid, command, ...address, resendAt: findResendAt(powerMode, schedule, now) };
  }
  if (overdueId === null) return undefined;
  await returnToQueue(change, [overdueId], { now, dueAt: null, note: address });
  await notifyDelivery(change, [{ uid }]);
  return undefined;
}

async function claimCommand(
  change: Change,
  uid: Uid,
  overdueId: number | null,
  now: number,
): Promise<Command | undefined> {
  const dueAt = now + HAND_OVER_LIMIT_MS;
  const [command] =
    overdueId === null
      ? await claimNext(change, { uids: [uid], link: 'iridium', now, dueAt })
      : await claimAgain(change, [overdueId], { now, dueAt });
  return command;
}

async function record(
  change: Change,
  { command, resendAt }: Claimed,
  { isAccepted, isFinal, note }: SatelliteOutcome,
  now: number,
): Promise<void> {
  if (isAccepted) await noteHandOver(change, command, { now, note, dueAt: resendAt });
  else if (isFinal) await rejectUndelivered(change, command, { now, note });
  else await returnToQueue(change, [command.id], { now, dueAt: findRetryAt(command.attempts, now), note });
}

// When a command to a satellite device is repeated. The device remembers command ids, so repeats do no harm.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Delays after temporary refusals. */
const RETRY_DELAYS_MS = [0.5, 2, 10, 30].map((minutes) => minutes * MINUTE_MS);

/** A node that has not recorded the gateway's answer by then is considered dead. */
const HAND_OVER_LIMIT_MS = MINUTE_MS;

/** `attempts` includes the one that was just refused. */
function findRetryAt(attempts: number, now: number): number {
  const place = Math.min(attempts, RETRY_DELAYS_MS.length) - 1;
  return now + (RETRY_DELAYS_MS[place] ?? MINUTE_MS);
}

/** The device should have called twice by then: gateways lose messages and drop old ones. */
function findResendAt(powerMode: number | null, schedule: number | null, now: number): number {
  return now + Math.max(DAY_MS, 2 * findAllowedSilenceMs(powerMode, schedule));
}
