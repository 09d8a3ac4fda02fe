import { NOTES } from '@waymark/commands/notes';
import type { Uid } from '@waymark/domain/ids';
import { systemScope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { Log } from '../../platform/log.ts';
import * as downloads from '../downloads/downloads.api.ts';
import { listOwingUids } from '../downloads/wishes.queries.ts';
import type { Command } from './command.ts';
import { notifyDelivery } from './command-steps.store.ts';
import { findDue, listConnected, listUnanswered, listWaitingUids } from './deliveries.queries.ts';
import {
  claimAgain,
  claimInFlight,
  claimNext,
  endWaiting,
  expireCommands,
  returnToQueue,
  takeDueDevices,
} from './deliveries.store.ts';
import type { Delivery, PendingWork } from './delivery-loop.ts';

/** Time to wait for an answer before the command is sent again. */
const ANSWER_WITHIN_MS = 30_000;
/** Number of attempts before the command returns to the queue. */
const MOST_TRIES = 3;
/** Pause for a connected device that does not answer. */
const PAUSE_MS = 5 * 60_000;
/** Time in which another node that may serve the device keeps its unanswered command. */
const FOREIGN_FOR_MS = 10_000;
/** Maximum devices or commands per transaction. */
const BATCH = 1000;

/** The link to connected devices. */
export interface CellularLink {
  /** False while the external broker is away. */
  readonly isConnected: boolean;
  /** Whether the device is subscribed at this node; null: only the external broker knows. */
  reaches(uid: Uid): boolean | null;
  /** Resolves when the command has left this node; a device that is not subscribed misses it. */
  sendCommand(command: Command): Promise<void>;
  /** Requests missing packets of a download. */
  requestPackets(request: downloads.DownloadRequest): Promise<void>;
}

interface Parts {
  readonly database: Database;
  /** null: devices cannot connect, but commands still expire. */
  readonly link: () => CellularLink | null;
  readonly log: Log;
  /** UTC milliseconds. */
  readonly now: () => number;
}

/** Lists the devices that can receive a message: those subscribed here, or connected to an external broker. */
async function findReachable(link: CellularLink | null, reader: Reader, uids: readonly Uid[]): Promise<number[]> {
  if (!link?.isConnected) return [];
  const unknown = uids.filter((uid) => link.reaches(uid) === null);
  const connected = new Set(await listConnected(reader, unknown));
  return uids.filter((uid) => link.reaches(uid) ?? connected.has(uid));
}

/** Lists the devices that a round names, and all devices when it asks for them. */
async function listUids(
  { uids, connected, isAll }: PendingWork,
  list: (uids: readonly Uid[] | null) => Promise<number[]>,
): Promise<Set<number>> {
  const named = [...uids, ...connected];
  const found = new Set(named.length > 0 ? await list(named) : []);
  if (isAll) for (const uid of await list(null)) found.add(uid);
  return found;
}

/**
 * Sends queued commands to connected devices. A command lost with its connection or node is found again when its answer
 * is overdue.
 */
export function createCellularDelivery({ database, link, log, now }: Parts): Delivery<Command> {
  const reader = database.read(systemScope('commands'));
  const change = <Result>(work: (change: Change) => Promise<Result>) => database.change(systemOrigin('commands'), work);
  return {
    outage: {
      began: 'sending commands failed; they wait and are retried',
      ended: 'commands are sent again',
      level: 'error',
    },
    checkEveryMs: 2000,
    batch: BATCH,
    mostAtOnce: null,
    async check() {
      const { isDue, isExpired } = await findDue(reader, now());
      if (isExpired) await change((each) => expireCommands(each, now()));
      const current = link();
      // Without the external broker the node does not know which devices are connected.
      if (!isDue || current?.isConnected === false) return [];
      return change(async (each) => [
        ...(await settleUnanswered(each, current, now())),
        ...(await sendDelayed(each, current, now())),
      ]);
    },
    async listPending(work) {
      return link()?.isConnected ? listUids(work, (uids) => listWaitingUids(reader, uids)) : [];
    },
    async claim(uids, connected) {
      const reachable = await findReachable(link(), reader, uids);
      if (reachable.length === 0) return [];
      const devices = { uids: reachable, connected: reachable.filter((uid) => connected.has(uid)) };
      return change((each) => claimFor(each, devices, now()));
    },
    async send(command) {
      try {
        await link()?.sendCommand(command);
      } catch (error) {
        const { uid, id: commandId } = command;
        log.info({ err: error, uid, commandId }, 'publishing a command failed; it is sent again');
      }
    },
  };
}

interface Devices {
  readonly uids: readonly Uid[];
  /** The devices among them that have just connected. */
  readonly connected: readonly number[];
}

async function claimFor(change: Change, { uids, connected }: Devices, now: number): Promise<Command[]> {
  const dueAt = now + ANSWER_WITHIN_MS;
  const again = connected.length > 0 ? await claimInFlight(change, connected, { now, dueAt }) : [];
  if (connected.length > 0) await endWaiting(change, connected);
  const next = await claimNext(change, { uids, link: 'cellular', now, dueAt });
  return [...again, ...next];
}

type Unanswered = Awaited<ReturnType<typeof listUnanswered>>;

const idsOf = (commands: Unanswered) => commands.map(({ id }) => id);

/** Returns the commands of devices that this node does not reach: the device may be connected to another node. */
async function releaseForeign(change: Change, unanswered: Unanswered, now: number): Promise<void> {
  const foreign = unanswered.filter(({ dueAt }) => dueAt <= now - FOREIGN_FOR_MS);
  const note = NOTES.notConnected;
  await notifyDelivery(change, await returnToQueue(change, idsOf(foreign), { now, dueAt: null, note }));
}

/** Claims commands without a timely answer again, or returns them to the queue. */
async function settleUnanswered(change: Change, link: CellularLink | null, now: number): Promise<Command[]> {
  const reader: Reader = { scope: change.scope, db: change.db };
  const unanswered = await listUnanswered(reader, now, BATCH);
  const uids = unanswered.map(({ uid }) => uid);
  const reachable = new Set(await findReachable(link, reader, uids));
  const here = unanswered.filter(({ uid }) => reachable.has(uid));
  const silent = here.filter(({ tries }) => tries >= MOST_TRIES);
  const note = NOTES.notAnswered;
  await returnToQueue(change, idsOf(silent), { now, dueAt: now + PAUSE_MS, note });
  const foreign = unanswered.filter(({ uid }) => !reachable.has(uid));
  await releaseForeign(change, foreign, now);
  const repeated = here.filter(({ tries }) => tries < MOST_TRIES);
  return claimAgain(change, idsOf(repeated), { now, dueAt: now + ANSWER_WITHIN_MS });
}

/** Claims commands whose pause is over. */
async function sendDelayed(change: Change, link: CellularLink | null, now: number): Promise<Command[]> {
  const uids = await takeDueDevices(change, now);
  const reachable = new Set(await findReachable(link, { scope: change.scope, db: change.db }, uids));
  const foreign = uids.filter((uid) => !reachable.has(uid)).map((uid) => ({ uid }));
  await notifyDelivery(change, foreign);
  return claimFor(change, { uids: [...reachable], connected: [] }, now);
}

/** Requests missing packets of downloads from connected devices; an unanswered request becomes due again. */
export function createDownloadRequests({
  database,
  link,
  log,
}: Omit<Parts, 'now'>): Delivery<downloads.DownloadRequest> {
  const reader = database.read(systemScope('downloads'));
  return {
    outage: {
      began: 'requesting missing packets failed; retrying within a minute',
      ended: 'missing packets are requested again',
    },
    checkEveryMs: 60_000,
    batch: BATCH,
    mostAtOnce: null,
    async listPending(work) {
      return link()?.isConnected ? listUids(work, (uids) => listOwingUids(reader, uids)) : [];
    },
    async claim(all, connected) {
      const uids = await findReachable(link(), reader, all);
      if (uids.length === 0) return [];
      const devices = { uids, connected: uids.filter((uid) => connected.has(uid)) };
      return database.change(systemOrigin('downloads'), (change) => downloads.claimRequests(change, devices));
    },
    async send(request) {
      try {
        await link()?.requestPackets(request);
      } catch (error) {
        const { uid, session } = request;
        const line = 'requesting missing packets of a device failed; retrying within a minute';
        log.info({ err: error, uid, session }, line);
      }
    },
  };
}
