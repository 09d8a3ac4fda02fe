import { AGM_HUB, HUB_PATH } from '@waymark/contract/events/index';
import { pigRun } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import type { Run } from '@waymark/domain/run/run';
import { io, type Socket } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import type { DataOf } from '../../../../console/src/live/hub-event.ts';
import { DEVICE_EVENT_NAMES, type DeviceEvent } from '../../../../console/src/features/devices/store/device-event.ts';
import { DeviceStore } from '../../../../console/src/features/devices/store/device-store.ts';
import type { Device } from '../../../../console/src/features/devices/store/device.ts';
import { readDevice } from '../../../../console/src/features/devices/store/device.wire.ts';
import type { Caller } from './cluster.ts';

const RETRY_MS = 500;

type DeviceOnWire = Parameters<typeof readDevice>[0];

/** The console's view of devices, the passages of one device, and a run. */
export interface Shown {
  readonly devices: readonly Device[];
  readonly passageIds: readonly number[];
  /** Without fields that change with time alone. */
  readonly run: Run;
}

const byNumber = (one: number, other: number) => one - other;

/** Fetches the state that a console loads when it connects. */
export async function fetchShown(caller: Caller, runId: number, uids: readonly number[]): Promise<Shown> {
  const [devices, run, ...histories] = await Promise.all([
    caller.ask<DeviceOnWire[]>('GET', '/apexagm'),
    fetchRun(caller, runId),
    ...uids.map((uid) => caller.ask<History>('GET', `/apexagm/${uid}/getPassageHistoricData?rowsPerPage=0`)),
  ]);
  return { devices: devices.map(readDevice), passageIds: histories.flatMap(listRecordIds).toSorted(byNumber), run };
}

const fetchRun = async (caller: Caller, runId: number) =>
  readRun(pigRun.parse(await caller.ask('GET', `/pigrun/${runId}`)));

interface History {
  readonly passageEventList: ReadonlyArray<Readonly<Record<'elfId' | 'geoId' | 'magId', number | null>>>;
}

const listRecordIds = ({ passageEventList }: History): number[] =>
  passageEventList.flatMap(({ elfId, geoId, magId }) => [elfId, geoId, magId].filter((id) => id !== null));

/**
 * A console without a screen: it reconnects automatically, reloads after each connection, and applies events with the
 * console's own code where that runs without a browser.
 */
export class ClusterConsole {
  readonly #caller: Caller;
  readonly #runId: number;
  readonly #uids: readonly number[];
  readonly #socket: Socket;
  readonly #devices = new DeviceStore();
  #passageIds = new Set<number>();
  #run: Run | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    url: string,
    { caller, runId, uids }: { readonly caller: Caller; readonly runId: number; readonly uids: readonly number[] },
  ) {
    this.#caller = caller.at(url);
    this.#runId = runId;
    this.#uids = uids;
    this.#socket = io(url + AGM_HUB, {
      path: HUB_PATH,
      parser,
      transports: ['websocket'],
      forceNew: true,
      auth: { token: caller.token },
      reconnectionDelay: RETRY_MS,
      reconnectionDelayMax: RETRY_MS,
    });
    this.#keepConnected();
    for (const name of DEVICE_EVENT_NAMES) {
      this.#socket.on(name, (data: DeviceEvent['data']) =>
        this.#next(async () => this.#devices.apply([{ name, data } as DeviceEvent])),
      );
    }
    this.#socket.on('ReceivePassage', ({ uid, passageId }: DataOf<'ReceivePassage'>) => {
      if (uids.includes(uid)) this.#next(async () => void this.#passageIds.add(passageId));
    });
    this.#socket.on('ReceivePigRunUpdate', ({ runId: changed, messagegName }: DataOf<'ReceivePigRunUpdate'>) => {
      if (changed === runId && !messagegName.startsWith('UpdateLocation')) this.#next(() => this.#readRun());
    });
  }

  get isConnected(): boolean {
    return this.#socket.connected;
  }

  /** The displayed state after all received events are applied; undefined before the first load. */
  async show(): Promise<Shown | undefined> {
    await this.#reading;
    if (!this.#run) return undefined;
    return { devices: this.#devices.list(), passageIds: [...this.#passageIds].toSorted(byNumber), run: this.#run };
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.disconnect();
  }

  #keepConnected(): void {
    this.#socket.on('connect', () => this.#next(() => this.#load()));
    // The client reconnects by itself only after a broken line, not after a disconnect or a refusal by the server.
    this.#socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') this.#retry();
    });
    this.#socket.on('connect_error', () => {
      if (!this.#socket.active) this.#retry();
    });
  }

  #retry(): void {
    setTimeout(() => this.#isClosed || this.#socket.connect(), RETRY_MS);
  }

  /** Runs steps one after the other: events received during a load are applied after it. */
  #next(step: () => Promise<void>): void {
    this.#reading = this.#reading.then(step).catch(() => {
      // The load failed: reconnect and reload, as the console does.
      this.#socket.disconnect();
      this.#retry();
    });
  }

  async #load(): Promise<void> {
    const { devices, passageIds, run } = await fetchShown(this.#caller, this.#runId, this.#uids);
    this.#devices.replaceAll(devices);
    this.#passageIds = new Set(passageIds);
    this.#run = run;
  }

  async #readRun(): Promise<void> {
    this.#run = await fetchRun(this.#caller, this.#runId);
  }
}
