import type { RejectionReason } from '@waymark/domain/device/rejection';
import type { Uid } from '@waymark/domain/ids';
import { decodeRecordedPassage, type RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import * as devices from '../features/devices/devices.api.ts';
import * as records from '../features/records/records.api.ts';
import type { DecodedPacket, DownloadMessage } from '../features/records/records.api.ts';
import { createLatestClock } from '../platform/clock/latest-clock.ts';
import type { Database } from '../platform/database/database.ts';
import { monthOf, type Partitions } from '../platform/database/partitions.ts';
import { systemOrigin } from '../platform/http/call.ts';
import type { Log } from '../platform/log.ts';
import { Outage } from '../platform/outage.ts';
import { SampledLog } from '../platform/sampled-log.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceMessage, Door, KnownMessage, Rejection } from './device-message.ts';
import { Lane, type LaneParts, type Refused } from './lane.ts';
import { Rejections } from './rejections.ts';
import { isMonthMissing } from '../platform/database/storage-failure.ts';
import { describeTime, findTimeFault, listTablesOf, timeOf, type KeptDays } from './times.ts';
import { PendingMessages } from './pending-messages.ts';
import type { Packet } from './turns.ts';

export interface ReceiverParts {
  readonly database: Database;
  readonly directory: DeviceDirectory;
  readonly partitions: Partitions;
  readonly log: Log;
  readonly now: () => number;
  readonly keptDays: KeptDays;
}

/** Devices are distributed over lanes by uid, so that the messages of a device keep their order. */
const LANES = 2;
/** Batch size of the crowd lane, which only devices with very many messages share. */
const CROWD_BATCH = 64;
const DAY_MS = 86_400_000;
/** Above this number a lane accepts no messages: the sender keeps them and retries. */
const MAX_WAITING = 50_000;

/** The server accepts no messages at the moment. */
class DoorClosedError extends Error {}

/**
 * The only entry for device messages: validates, drops duplicates, stores messages with last values in a transaction,
 * then sends hub events.
 */
export class Receiver implements Door {
  readonly #parts: ReceiverParts;
  readonly #latest: () => number;
  readonly #crowdLane: Lane;
  readonly #lanes: readonly Lane[];
  readonly #rejections: Rejections;
  readonly #unstorable: SampledLog;
  readonly #pending = new PendingMessages();
  #isClosed = false;
  #stored = 0;
  #batches = 0;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
    this.#latest = createLatestClock(parts.now);
    this.#rejections = new Rejections(parts.database, parts.now, parts.log);
    this.#unstorable = new SampledLog((fields) => parts.log.error(fields, 'storing a message failed; it is rejected'));
    this.#crowdLane = this.#openLane(LANES, { maxBatch: CROWD_BATCH, isYielding: true });
    this.#lanes = Array.from({ length: LANES }, (_, number) => this.#openLane(number, { overflow: this.#crowdLane }));
  }

  /** Metrics: packets and batches stored since the start, pending packets, rejections by reason. */
  get figures() {
    const waiting = this.#lanes.reduce((sum, lane) => sum + lane.length, this.#crowdLane.length);
    return { stored: this.#stored, batches: this.#batches, waiting, rejected: this.#rejections.totals };
  }

  /** Age of the oldest pending message; 0 without one. */
  get oldestMs(): number {
    return this.#pending.oldestMs;
  }

  receive(messages: readonly DeviceMessage[]): Promise<void> {
    const lane = this.#findLane(messages[0]?.uid ?? 0);
    if (!lane || this.#isClosed || lane.length > MAX_WAITING) {
      return Promise.reject(new DoorClosedError('the server accepts no messages now'));
    }
    const stored = lane.add(messages);
    this.#pending.follow(stored);
    return stored;
  }

  refuse(rejection: Rejection): Promise<void> {
    const stored = this.#rejections.add(rejection);
    this.#pending.follow(stored);
    return stored;
  }

  close(): void {
    this.#isClosed = true;
    for (const lane of [...this.#lanes, this.#crowdLane]) lane.close();
    this.#rejections.close();
    this.#unstorable.flush();
  }

  /** A device stays on the crowd lane until all of its messages there are stored, so that they keep their order. */
  #findLane(uid: Uid): Lane | undefined {
    return this.#crowdLane.hasPending(uid) ? this.#crowdLane : this.#lanes[uid % LANES];
  }

  #openLane(number: number, manner: Pick<LaneParts, 'isYielding' | 'maxBatch' | 'overflow'>): Lane {
    const outage = new Outage(this.#parts.log, {
      began: 'storing messages of devices failed; they wait and are retried',
      ended: 'messages of devices are stored again',
      level: 'error',
      fields: { lane: number },
    });
    return new Lane({
      ...manner,
      store: (packets) => this.#storeInMonths(packets),
      refuse: (packet, error) => this.#refusePacket(packet, error),
      onOutage: (error) => outage.begin(error),
      onStored: (count) => {
        this.#stored += count;
        this.#batches += 1;
        outage.end();
      },
    });
  }

  async #storeInMonths(packets: readonly Packet[]): Promise<readonly Refused[]> {
    try {
      return await this.#store(packets);
    } catch (error) {
      if (isMonthMissing(error)) this.#parts.partitions.forget();
      throw error;
    }
  }

  async #store(packets: readonly Packet[]): Promise<readonly Refused[]> {
    const { directory, keptDays } = this.#parts;
    const messages = packets.flat();
    const groups = await directory.findGroups(new Set(messages.map(({ uid }) => uid)));
    const now = this.#latest();
    const known: KnownMessage[] = [];
    const faulty: { readonly message: DeviceMessage; readonly reason: RejectionReason }[] = [];
    for (const message of messages) {
      const groupId = groups.get(message.uid);
      const fault = findTimeFault(message, Math.max(message.receivedAt, now), keptDays);
      if (groupId === undefined) faulty.push({ message, reason: 'unknown-device' });
      else if (fault !== null) faulty.push({ message, reason: fault });
      else known.push({ ...message, groupId });
    }
    const downloads = known.filter(isDownloadMessage).map((message) => decodePacket(message, keptDays));
    await this.#ensureMonths([...known, ...downloads.flatMap(listRecordedMessages)]);
    const refused = await this.#change(known, downloads);
    if (refused === null) {
      directory.forget();
      return this.#store(packets);
    }
    return [...refused, ...faulty.map(({ message, reason }) => this.#refuse(message, reason, describeTime(message)))];
  }

  /** Returns null, with nothing stored, when a device has left its company since the lookup. */
  async #change(
    known: readonly KnownMessage[],
    packets: readonly records.DecodedPacket[],
  ): Promise<readonly Refused[] | null> {
    if (known.length === 0) return [];
    const refused = await this.#parts.database.change(systemOrigin('ingest'), async (change) => {
      return (await devices.holdCompanies(change, known)) ? records.storeMessages(change, known, packets) : null;
    });
    if (refused === null) return null;
    const messages = new Map(packets.map(({ incoming, message }) => [incoming, message]));
    return refused.flatMap(({ packet, reason, detail }) => {
      const message = messages.get(packet);
      return message ? [this.#refuse(message, reason, detail)] : [];
    });
  }

  async #ensureMonths(messages: readonly DeviceMessage[]): Promise<void> {
    const days = new Map<string, Set<number>>();
    for (const message of messages) {
      const day = Math.floor(timeOf(message) / DAY_MS);
      for (const table of listTablesOf(message)) {
        const ofTable = days.get(table);
        if (ofTable) ofTable.add(day);
        else days.set(table, new Set([day]));
      }
    }
    for (const [table, ofTable] of days) {
      await this.#parts.partitions.ensure(table, new Set([...ofTable].map((day) => monthOf(day * DAY_MS))));
    }
  }

  #refusePacket(packet: Packet, error: unknown): readonly Refused[] {
    const detail = error instanceof Error ? error.message : String(error);
    const uid = packet[0]?.uid;
    this.#unstorable.note(String(uid), { err: error, uid }, this.#parts.now());
    return packet.map((message) => this.#refuse(message, 'not-storable', detail));
  }

  #refuse({ uid, link, receivedAt, name, body }: DeviceMessage, reason: RejectionReason, detail: string): Refused {
    const payload = Buffer.from(JSON.stringify(body, writeNumbers));
    const sender = `agm ${uid}`;
    const stored = this.#rejections.add({ reason, detail, link, receivedAt, uid, sender, topic: name, payload });
    // The promise of the packet reports a failure; without this line it would also be unhandled here.
    stored.catch(() => undefined);
    return { uid, stored };
  }
}

/** Writes typed arrays of samples as plain lists. */
function writeNumbers(_key: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Int16Array) : value;
}

// Converts a recorded passage in a packet of a download into the messages of a live passage.
function isDownloadMessage(message: KnownMessage): message is DownloadMessage {
  return message.name === 'dl';
}

/** Decodes the passage; null unless its time can be stored. */
function decodeRecorded({ body, receivedAt }: DownloadMessage, keptDays: KeptDays): RecordedPassage | null {
  if (body.kind !== 'passage') return null;
  const decoded = decodeRecordedPassage(body.content);
  if (!decoded.ok) return null;
  return findTimeFault({ name: 'psg', body: decoded.value.passage }, receivedAt, keptDays) === null
    ? decoded.value
    : null;
}

function decodePacket(message: DownloadMessage, keptDays: KeptDays): DecodedPacket {
  const { uid, groupId, body } = message;
  const recorded = decodeRecorded(message, keptDays);
  const isFaulty = body.kind === 'passage' && recorded === null;
  const passageAt = recorded === null ? null : recorded.passage.t;
  return { message, recorded, incoming: { uid, groupId, packet: body, passageAt, isFaulty } };
}

/** Lists the messages that a live passage would have been. */
function listRecordedMessages({ message, recorded }: DecodedPacket): KnownMessage[] {
  if (recorded === null) return [];
  const { psgSeq, endOfSnip } = recorded.passage;
  return [
    { ...message, name: 'psg', body: recorded.passage },
    ...recorded.waveforms.map((body) => ({ ...message, name: 'waveform' as const, psgSeq, endOfSnip, body })),
  ];
}
