import { encodeRecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import { encodeUplink, type Publication } from '@waymark/device-protocol/mqtt/uplink';
import type { Waveform } from '@waymark/device-protocol/mqtt/waveform';
import { Random } from '@waymark/signals/random';

const SPACING_MS = 1000;
const NOISE = 900;

/** Recorded passages of each device, one second apart, on all channels. */
const random = new Random('downloads');
const waveforms: readonly Waveform[] = CHANNELS.map((channel) => ({
  channel,
  sensitivity: 4,
  rateMilliHz: 16_667,
  samples: Int16Array.from({ length: 500 }, (_, at) =>
    Math.round(9000 * Math.exp(-(((at - 250) / 12) ** 2)) + NOISE * random.normal()),
  ),
}));

function buildPassage(startAt: number, n: number): Passage {
  const t = startAt + n * SPACING_MS;
  return {
    psgSeq: Math.floor(t / SPACING_MS) % 0xffff_ffff,
    t,
    via: 'cell',
    endOfSnip: t + 15_000,
    detectionCount: n,
    freq: 22,
    mask: 7,
    lat: 36.1301,
    lon: -96.0302,
    alt: 214.3,
    samplingRate: 16.667,
    isOffline: false,
    features: {
      snrDb: [21.5, 12, 18],
      widthS: [2.1, 4.8, 1.2],
      weldSpeedMps: null,
      audioBands: [12, 40, 88, 60, 31, 24],
    },
  };
}

/** Packets of a download with this many passages, without the end marker. */
export function listPackets(uid: number, session: number, startAt: number, of: number): Publication[] {
  const head = { kind: 'passage', of, session, t: Date.now() } as const;
  return Array.from({ length: of }, (_, at) =>
    encodeUplink(uid, {
      name: 'dl',
      body: {
        ...head,
        n: at + 1,
        content: encodeRecordedPassage({ passage: buildPassage(startAt, at + 1), waveforms }),
      },
    }),
  );
}

export function buildEnd(uid: number, session: number, of: number): Publication {
  return encodeUplink(uid, {
    name: 'dl',
    body: { kind: 'end', n: of, of, session, t: Date.now(), content: new Uint8Array() },
  });
}

/** The same passages as live messages: four per passage. */
export function listLive(uid: number, startAt: number, count: number): Publication[] {
  return Array.from({ length: count }, (_, at) => buildPassage(startAt, at + 1)).flatMap((passage) => [
    encodeUplink(uid, { name: 'psg', body: passage }),
    ...waveforms.map((body) =>
      encodeUplink(uid, { name: 'waveform', psgSeq: passage.psgSeq, endOfSnip: passage.endOfSnip, body }),
    ),
  ]);
}
