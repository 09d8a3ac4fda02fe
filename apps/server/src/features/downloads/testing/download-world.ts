import type { DownloadRow } from '@waymark/contract/downloads/download-row';
import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import { encodeRecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import type { DownloadPacket } from '@waymark/device-protocol/mqtt/download-packet';
import { WAVEFORM_SAMPLES } from '@waymark/device-protocol/mqtt/waveform';
import { expect } from 'vitest';
import { CommandDevice } from '../../commands/testing/command-device.ts';
import { connectDevice } from '../../../ingest/testing/mqtt-device.ts';
import { insertTestDevices } from '../../../ingest/testing/test-devices.ts';
import { PASSAGE } from '../../../testing/device-samples.ts';
import { findFreePort } from '../../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../../devices/testing/device-world.ts';

// Companies with users, and devices on real connections that send what a test needs.

export const LAUNCH = '2026-03-18 00:00:00';
export const RECEIVE = '2026-03-18 09:30:00';
export const PASSED_AT = Date.UTC(2026, 2, 18, 1, 41, 56, 120);

export interface SessionDetail {
  readonly downloadRecordedPassageDataSessionRequestList: readonly DownloadRow[];
  readonly sessionId: number;
  readonly name: string;
  readonly createdDate: string;
  readonly launchDate: string;
  readonly receiveDate: string;
  readonly endedDate: string | null;
  readonly failed: readonly { readonly uid: number; readonly reason: string }[];
}

interface DeviceOptions {
  readonly firmware?: number | null;
  readonly isIridium?: boolean;
  readonly groupId?: number;
}

export interface DownloadWorld extends DeviceWorld {
  readonly server: TestServer;
  readonly port: number;
  /** A device that may connect. */
  addAgm(uid: number, options?: DeviceOptions): Promise<number>;
  listen(uid: number): Promise<CommandDevice>;
  start(uidList: readonly number[], launchDate?: string, receiveDate?: string): Promise<number>;
  detail(sessionId: number): Promise<SessionDetail>;
  /** The one row of a session of one device. */
  row(sessionId: number): Promise<DownloadRow>;
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function startDownloadWorld(settings: Readonly<Record<string, string>> = {}): Promise<DownloadWorld> {
  const port = await findFreePort();
  const server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(port), ...settings } });
  const devices = await makeDeviceWorld(server);
  const clients: CommandDevice[] = [];
  const world: DownloadWorld = {
    ...devices,
    server,
    port,
    addAgm: async (uid, { firmware = 10.71, isIridium = false, groupId = devices.groupId } = {}) => {
      await insertTestDevices(server.connection, [uid], groupId);
      await devices.setState(uid, { firmware_version: firmware, is_iridium: isIridium });
      return uid;
    },
    listen: async (uid) => {
      const device = await CommandDevice.listen(uid, await connectDevice(port, uid));
      clients.push(device);
      return device;
    },
    start: async (uidList, launchDate = LAUNCH, receiveDate = RECEIVE) => {
      const response = await devices.call('admin', 'POST', '/pigrun/DownloadRecordedPassageDataRequest', {
        launchDate,
        receiveDate,
        uidList,
      });
      const text = await response.text();
      expect([response.status, text]).toEqual([200, expect.stringMatching(/^\d+$/)]);
      return Number(text);
    },
    detail: (sessionId) =>
      devices.fetch<SessionDetail>('admin', `/pigrun/GetDownloadRecordedPassageDataRequestDetail/${sessionId}`),
    row: async (sessionId) => {
      const [row] = (await world.detail(sessionId)).downloadRecordedPassageDataSessionRequestList;
      if (!row) throw new Error(`session ${sessionId} has no device`);
      return row;
    },
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await server.app.database.pool.query<Row>(text, [...values])).rows,
    close: async () => {
      for (const { client } of clients) client.end(true);
      await server.close();
    },
  };
  return world;
}

/** A passage with its three waveforms, as the device has stored it. */
export function recordPassage(passage: Partial<Passage> & { readonly t: number }): Uint8Array {
  const waveforms = (['elf', 'geo', 'mag'] as const).map((channel) => ({
    channel,
    sensitivity: 4,
    rateMilliHz: 16_667,
    samples: Int16Array.from({ length: WAVEFORM_SAMPLES }, (_, at) => at),
  }));
  return encodeRecordedPassage({ passage: { ...PASSAGE, endOfSnip: passage.t + 15_000, ...passage }, waveforms });
}

/** The packets of a download: its contents and the end marker. */
export function listPackets(
  session: number,
  contents: readonly Uint8Array[],
  kind: 'passage' | 'raw' = 'passage',
): DownloadPacket[] {
  const of = contents.length;
  const head = { of, session, t: PASSED_AT };
  return [
    ...contents.map((content, at) => ({ ...head, kind, n: at + 1, content })),
    { ...head, kind: 'end', n: of, content: new Uint8Array() },
  ];
}

/** Passages at intervals of a minute. */
export const recordPassages = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => recordPassage({ t: PASSED_AT + 60_000 * at, psgSeq: at + 1 }));

export async function sendPackets(device: CommandDevice, packets: readonly DownloadPacket[]): Promise<void> {
  await Promise.all(packets.map((body) => device.say({ name: 'dl', body })));
}
