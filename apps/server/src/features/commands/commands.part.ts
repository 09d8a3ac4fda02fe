import type { Uid } from '@waymark/domain/ids';
import { systemScope } from '../../platform/access/scope.ts';
import type { Context } from '../../platform/part.ts';
import * as downloads from '../downloads/downloads.api.ts';
import { createAutoDownloadJobs } from './auto-download.jobs.ts';
import { createCellularDelivery, createDownloadRequests, type CellularLink } from './cellular-delivery.ts';
import { COMMANDS_CHANNEL, readCommandsNotice } from './command-steps.store.ts';
import { createCommandsHandlers } from './commands.routes.ts';
import { countListedCommands } from './deliveries.queries.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { createSatelliteDelivery, type SatelliteLink } from './satellite-delivery.ts';
import { findCommandFault } from '@waymark/commands/commands';
import { z } from 'zod';
import { lockDevice } from '../../platform/access/device-access.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { planStreamStop, STOP_AFTER_MS, STREAM_STOP_JOB, type LeftStream } from '../streaming/streaming.api.ts';
import { listHeardUids } from '../streaming/streaming.queries.ts';
import { isStreaming, listTargets } from './commands.queries.ts';
import { auditQueued } from './commands.service.ts';
import { enqueueCommands } from './queue.store.ts';

// The server stops a stream without listeners when no dialog did: a viewer may not send commands, and a crashed tab cannot.

/** When the job starts later than this, the server was down: consoles have not reconnected yet. */
const HELD_UP_MS = 30_000;

const STOP = { type: 'StreamEnable', parameters: { streamEnabled: false } } as const;

/** Queues the stop of a stream without listeners. The lock on the device keeps two nodes from queueing it twice. */
export async function stopLeftStream(change: Change, { uid, leftAt }: LeftStream, now: number): Promise<void> {
  if (now - leftAt > STOP_AFTER_MS + HELD_UP_MS) return planStreamStop(change, { uid, leftAt: now });
  const reader = { scope: change.scope, db: change.db };
  if (!(await lockDevice(reader, uid))) return;
  const [target] = await listTargets(reader, [uid]);
  const isHeard = (await listHeardUids(reader, [uid])).has(uid);
  if (!target || isHeard || !(await isStreaming(reader, uid))) return;
  if (
    findCommandFault(STOP.type, STOP.parameters, {
      firmwareVersion: target.firmware_version,
      isIridium: target.is_iridium,
    }) !== null
  )
    return;
  const draft = { uid, groupId: target.group_id, ...STOP, timeStampSent: now, expiresAt: null } as const;
  await auditQueued(change, await enqueueCommands(change, [draft], { source: 'stream' }));
}

const leftStream = z.object({ uid: z.number(), leftAt: z.number() });

/** Runs for each device half a minute after its last listener of a node has gone. `now` answers UTC milliseconds. */
function createStreamStopJobs(database: Database, now: () => number = Date.now): Job[] {
  return [
    defineJob(STREAM_STOP_JOB, leftStream, (stream) =>
      database.change(systemOrigin('stream'), (change) => stopLeftStream(change, stream, now())),
    ),
  ];
}

export function createCommandsPart(context: Context) {
  const { database, metrics } = context;
  metrics.watchStored('commands', 'Commands that no device has accepted, by state.', () =>
    countListedCommands(database.read(systemScope('metrics'))),
  );
  return {
    handlers: { commands: createCommandsHandlers(database) },
    jobs: [...createAutoDownloadJobs(database), ...createStreamStopJobs(database)],
    deliveries: new Deliveries(context),
  };
}

/** The links to devices; null: not configured. */
interface DeviceLinks {
  readonly cellular: CellularLink | null;
  readonly satellite: SatelliteLink | null;
}

/** Sends commands, and requests for packets of downloads, over the links that ingest opens. */
export class Deliveries {
  readonly #closing: Context['closing'];
  readonly #commands: DeliveryLoop;
  readonly #downloads: DeliveryLoop;
  readonly #satellites: DeliveryLoop;
  #links: DeviceLinks = { cellular: null, satellite: null };

  constructor({ database, notices, box, log, closing }: Context) {
    const parts = { database, log, now: Date.now, link: () => this.#links.cellular };
    const satellite = { database, box, now: Date.now, link: () => this.#links.satellite };
    this.#closing = closing;
    this.#commands = new DeliveryLoop(createCellularDelivery(parts), log);
    this.#downloads = new DeliveryLoop(createDownloadRequests(parts), log);
    this.#satellites = new DeliveryLoop(createSatelliteDelivery(satellite), log);
    notices.on(COMMANDS_CHANNEL, wake(this.#satellites, readCommandsNotice));
    notices.on(COMMANDS_CHANNEL, wake(this.#commands, readCommandsNotice));
    notices.on(downloads.DOWNLOAD_WISHES_CHANNEL, wake(this.#downloads, downloads.readWishesNotice));
  }

  start(links: DeviceLinks): void {
    this.#links = links;
    this.#satellites.start();
    this.#closing.add('satellite commands', () => this.#satellites.close());
    this.#commands.start();
    this.#closing.add('command delivery', () => this.#commands.close());
    this.#downloads.start();
    this.#closing.add('requests for downloads', () => this.#downloads.close());
  }

  /** Called when the device has subscribed: earlier messages to it may have been lost. */
  onSubscribed(uid: Uid): void {
    this.#commands.onSubscribed(uid);
    this.#downloads.onSubscribed(uid);
  }

  /** Called when the external broker is connected, for the first time or again. */
  onBroker(): void {
    this.#commands.request(null);
    this.#downloads.request(null);
  }
}

function wake(loop: DeliveryLoop, readUids: (payload: string) => readonly number[] | null) {
  return { hear: (payload: string) => loop.request(readUids(payload)), back: () => loop.request(null) };
}
