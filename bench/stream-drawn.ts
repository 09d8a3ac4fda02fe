// The console's half of the stream bench: one real console shows the stream of a device. Some frames end with a pulse,
// which the bench detects on the plot's canvas.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import { EM_CHANNELS, RSSI_VALUES } from '@waymark/device-protocol/stream/em-channels';
import { EM_ROWS, GEO_SAMPLES, type StreamFrame } from '@waymark/device-protocol/stream/stream-frame';
import { LAG_MS } from '@waymark/domain/stream/playout';
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { fillDevices } from './command-fill.ts';
import { passwordOf } from './command-messages.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { launchBrowser } from './map-page.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';
import { watchPulses } from './stream-watch.ts';

const UID = 700_500;
const FRAME_MS = 960;
const WARM_UP_FRAMES = 5;
const PULSES = isShort ? 3 : 40;
/** Frames between pulses, so that each pulse can be identified. */
const EVERY = 4;
/** Time for the dialog to settle, and for the last pulse to be drawn. */
const SETTLE_MS = 3000;
/** Full scale is 32,768. */
const PULSE = -30_000;

/** Silence, with an optional pulse of MAG as its last sample. */
function makeFrame(seq: number, t: number, hasPulse: boolean): StreamFrame {
  const em = new Int16Array(EM_ROWS * EM_CHANNELS);
  if (hasPulse) em[(EM_ROWS - 1) * EM_CHANNELS] = PULSE;
  const rssi = new Int8Array(RSSI_VALUES).fill(-80);
  return {
    geoLaw: 'linear',
    via: 'cell',
    seq,
    t,
    triggers: { mag: 0, elf: 0, geo: 0 },
    geo: new Int16Array(GEO_SAMPLES),
    em,
    rssi,
  };
}

/**
 * Sends each frame when its last sample is over. Returns the times of the frames with a pulse, in ms of the wall clock.
 */
async function publishFrames(client: MqttClient): Promise<readonly number[]> {
  const dueAt: number[] = [];
  const from = Date.now();
  for (let seq = 0; seq < WARM_UP_FRAMES + PULSES * EVERY; seq++) {
    const hasPulse = seq >= WARM_UP_FRAMES && (seq - WARM_UP_FRAMES) % EVERY === 0;
    const t = from + seq * FRAME_MS;
    const { topic, payload } = encodeUplink(UID, { name: 'stream', body: makeFrame(seq, t, hasPulse) });
    await sleep(Math.max(0, t + FRAME_MS - Date.now()));
    if (hasPulse) dueAt.push(t + FRAME_MS);
    client.publish(topic, Buffer.from(payload), { qos: 0 });
  }
  return dueAt;
}

async function openStream(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Email').fill(DEMO_SIGN_INS[0].email);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await page
    .getByRole('region', { name: 'Devices' })
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: String(UID) })
    .waitFor();
  await page.getByRole('combobox', { name: 'Device UID' }).fill(String(UID));
  await page.getByRole('combobox', { name: 'Device UID' }).press('Enter');
  await page.getByRole('region', { name: 'Devices' }).getByRole('button', { name: 'Device info' }).click();
  await page
    .getByRole('complementary', { name: 'Device info' })
    .getByRole('button', { name: 'Listen', exact: true })
    .click();
  await page.locator('[data-plot="em"] canvas[role="img"]').waitFor();
}

export interface DrawnFigures {
  /** Milliseconds for each pulse that was detected. */
  readonly delays: readonly number[];
  /** Pulses not detected before the next one: drawn later, or scrolled past between two refreshes. */
  readonly missed: number;
}

/**
 * Time from the end of each pulse until it is detected, minus the deliberate play-out delay: playback follows the
 * samples' time. A detection before a pulse can be drawn belongs to the previous pulse, which is late.
 */
function findDelays(dueAt: readonly number[], seenAt: readonly number[]): DrawnFigures {
  const delays = dueAt.flatMap((at) => {
    const soonest = at + LAG_MS;
    const seen = seenAt.find((moment) => moment >= soonest && moment < soonest + EVERY * FRAME_MS);
    return seen === undefined ? [] : [seen - soonest];
  });
  return { delays, missed: dueAt.length - delays.length };
}

async function measure(page: Page, client: MqttClient): Promise<DrawnFigures> {
  await page.evaluate(watchPulses);
  // A device does not stream before it is asked to.
  await sleep(SETTLE_MS);
  const dueAt = await publishFrames(client);
  await sleep(SETTLE_MS);
  return findDelays(dueAt, await page.evaluate(() => window.pulsesSeenAt));
}

export async function measureDrawn(): Promise<DrawnFigures> {
  return inTemporaryFolder(async (dataDir) => {
    const mqttPort = await findFreePort();
    const server = await startBenchServer(dataDir, { WAYMARK_MQTT_PORT: String(mqttPort) });
    const browser = await launchBrowser();
    try {
      const connection = new pg.Client(findEmbeddedConnection(dataDir));
      await connection.connect();
      await fillDevices(connection, [UID]);
      await connection.end();
      const login = { clientId: `agm-${UID}`, username: String(UID), password: passwordOf(UID) };
      const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
        ...login,
        protocolVersion: 4,
        reconnectPeriod: 0,
      });
      try {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
        await openStream(page, server.address);
        return await measure(page, client);
      } finally {
        await client.endAsync();
      }
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}
