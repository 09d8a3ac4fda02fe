import { reduceToBlock } from '@waymark/device-protocol/iridium/snippet-signal';
import type { IridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { decodeUplink, encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import { anyIridiumUplink } from '@waymark/device-protocol/testing/iridium-arbitraries';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeviceMessage } from '../device-message.ts';
import { modulateEnvelope } from './elf-carrier.ts';
import { ACK, HEARTBEAT, NOW, PASSAGE, T, UID } from './testing/satellite-samples.ts';
import { toMessages } from './to-messages.ts';

function convert(uplink: IridiumUplink): readonly DeviceMessage[] {
  const messages = toMessages(uplink, UID, NOW);
  if (!messages.ok) throw new Error(messages.failure.detail);
  return messages.value;
}

const bump = Int16Array.from({ length: 500 }, (_, at) => 9000 * Math.exp(-(((at - 250) / 20) ** 2)));

describe('conversion of satellite messages', () => {
  it('a heartbeat becomes a heartbeat and its settings', () => {
    const [heartbeat, settings, ...more] = convert(HEARTBEAT);
    expect(more).toEqual([]);
    expect(heartbeat).toEqual({
      uid: UID,
      link: 'iridium',
      receivedAt: NOW,
      diskShare: HEARTBEAT.diskUse,
      name: 'hb',
      body: {
        t: T,
        via: 'cell',
        lat: 31.5,
        lon: -102.25,
        altitude: 845.2,
        satelliteCount: 9,
        signalStrength: 85,
        battery: 8650,
        errorFlag: 3,
        numberOfflineFiles: 4,
        numberOnlineFiles: 5,
        numberIridiumOfflineFiles: 6,
        powerSupplyState: 1,
        geophoneConnected: 1,
        externalAntennaConnected: 0,
        internalAntennaFoldState: 1,
      },
    });
    if (settings?.name !== 'settings') throw new Error('no settings');
    const said = Object.entries(settings.body).filter(([, value]) => value !== null);
    expect(Object.fromEntries(said)).toEqual({
      t: T,
      powerMode: 2,
      recordMode: 1,
      connectionSchedule: 3,
      geoMode: 2,
      psgSize: 1,
    });
  });

  it('a heartbeat without a fix has no position', () => {
    const [heartbeat] = convert({ ...HEARTBEAT, hasGpsFix: false });
    expect(heartbeat).toMatchObject({ body: { lat: 0, lon: 0, altitude: null, battery: 8650 } });
  });

  it('a passage ends its record 15 s later and keeps the features that the device measured', () => {
    const [passage, ...more] = convert(PASSAGE);
    expect(more).toEqual([]);
    expect(passage).toEqual({
      uid: UID,
      link: 'iridium',
      receivedAt: NOW,
      name: 'psg',
      body: {
        psgSeq: 8,
        t: T + 456,
        via: 'cell',
        endOfSnip: T + 15_456,
        detectionCount: 1235,
        freq: 22,
        mask: 5,
        lat: 31.5,
        lon: -102.25,
        alt: null,
        samplingRate: 16.66667,
        isOffline: false,
        features: {
          snrDb: [20, 0, 15.5],
          widthS: [0.96, 0.05, 0.53],
          weldSpeedMps: 1.5,
          audioBands: [1, 2, 3, 4, 5, 6],
        },
      },
    });
  });

  it('every block becomes a waveform of 500 samples that is marked as a snippet', () => {
    const channels = ['geo', 'elf', 'mag'] as const;
    const blocks = channels.map((channel) => reduceToBlock(channel, bump, 0));
    const [passage, ...waveforms] = convert({ ...PASSAGE, isOffline: true, blocks });
    expect(passage).toMatchObject({ name: 'psg', body: { isOffline: true } });
    expect(passage).not.toHaveProperty('isSnippet');
    expect(
      waveforms.map(
        (message) => message.name === 'waveform' && [message.psgSeq, message.body.channel, message.isSnippet],
      ),
    ).toEqual(channels.map((channel) => [8, channel, true]));
    for (const waveform of waveforms) {
      if (waveform.name !== 'waveform') throw new Error('no waveform');
      expect(waveform.body).toMatchObject({ sensitivity: 0, rateMilliHz: 16_667 });
      expect(waveform.body.samples.length).toBe(500);
      expect(Math.max(...waveform.body.samples)).toBeGreaterThan(8500);
      expect(Math.max(...waveform.body.samples.subarray(0, 150), ...waveform.body.samples.subarray(350))).toBe(0);
    }
  });

  it('an answer keeps the id of its command', () => {
    expect(convert(ACK)[0]).toMatchObject({ name: 'ack', body: { id: 42, status: 0, detail: 0, t: T } });
    expect(convert({ kind: 'error', seq: 1, t: T, code: 7, detail: 99 })[0]).toMatchObject({
      name: 'err',
      body: { t: T, code: 7, detail: 99 },
    });
    const info = {
      firmwareMajorVersion: 10,
      firmwareMinorVersion: 71,
      protocolVersion: 1,
      hardwareMajorVersion: 2,
      hardwareMinorVersion: 0,
      productNumber: 62,
    };
    expect(convert({ kind: 'info', seq: 1, t: T, ...info })[0]).toMatchObject({
      name: 'info',
      body: { t: T, id: null, ...info },
    });
  });

  it('a satellite message is valid on the cellular link, or is refused with the invalid field', () => {
    fc.assert(
      fc.property(anyIridiumUplink, (said) => {
        const messages = toMessages(said, UID, NOW);
        const failing = messages.ok ? 'nothing' : messages.failure.detail;
        expect(['nothing', 'freq', 'firmwareMajorVersion', 'firmwareMinorVersion']).toContain(failing);
        const given = messages.ok ? messages.value : [];
        expect(given.length > 0).toBe(messages.ok);
        for (const { uid, link, receivedAt, isSnippet: _isSnippet, diskShare: _diskShare, ...uplink } of given) {
          expect([link, receivedAt]).toEqual(['iridium', NOW]);
          const { topic, payload } = encodeUplink(uid, uplink);
          expect(decodeUplink(topic, payload)).toEqual({ ok: true, value: { uid, uplink } });
        }
      }),
    );
  });

  it.each([['a frequency of 5 Hz', { ...PASSAGE, freq: 5 }, 'freq']] as const)(
    'toMessages refuses %s',
    (_, said, field) => {
      expect(toMessages(said, UID, NOW)).toEqual({ ok: false, failure: { reason: 'field', detail: field } });
    },
  );
});

describe('modulateEnvelope', () => {
  it('modulateEnvelope keeps the height at the passage and turns by 0.32 per sample', () => {
    const carried = modulateEnvelope(new Int16Array(500).fill(10_000));
    expect(carried.length).toBe(500);
    expect([...carried.subarray(250, 254)]).toEqual([10_000, -4258, -6374, 9686]);
    expect(carried[250 + 25]).toBe(10_000);
  });

  it('modulateEnvelope puts all energy at 5.3333 Hz of 16.6667', () => {
    const carried = modulateEnvelope(new Int16Array(500).fill(10_000));
    const strengthAt = (frequencyHz: number) => {
      let [real, imaginary] = [0, 0];
      for (const [at, sample] of carried.entries()) {
        const angle = 2 * Math.PI * frequencyHz * at * 0.06;
        real += sample * Math.cos(angle);
        imaginary += sample * Math.sin(angle);
      }
      return Math.hypot(real, imaginary) / 250;
    };
    expect(strengthAt(16 / 3)).toBeCloseTo(10_000, -1);
    expect(strengthAt(4)).toBeLessThan(50);
    expect(strengthAt(7)).toBeLessThan(50);
  });

  it('modulateEnvelope never exceeds 16 bits, and silence stays silence', () => {
    fc.assert(
      fc.property(fc.int16Array({ minLength: 500, maxLength: 500 }), (envelope) => {
        const carried = modulateEnvelope(envelope);
        expect(carried.every((sample, at) => Math.abs(sample) <= Math.abs(envelope[at] ?? 0))).toBe(true);
      }),
    );
  });
});
