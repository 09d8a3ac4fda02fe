import { createStreamEngine } from '@waymark/domain/stream/engine';
import type { CapturedPassage, DetectorName } from '@waymark/domain/stream/engine-types';
import { CHANNEL, CHANNELS, FRAME_MS, FRAME_ROWS, FRAME_SOUNDS, type StreamFrame } from '@waymark/domain/stream/frame';
import { DEFAULT_SETTINGS, type StreamSettings } from '@waymark/domain/stream/settings';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Session } from './session-run.ts';
import type { SessionParts } from './session-parts.ts';

// The session with the real engine: its visible behaviour over time.

const UID = 100_234;
const T = 1_782_522_123_000;
const RSSI_22HZ = CHANNEL.rssi + 24;
const PAUSE_S = 30;
const never = () => () => undefined;

/** Silence, except for the detection in this frame. */
function makeFrame(seq: number, noticed: DetectorName | null): StreamFrame {
  const geo = new Float32Array(FRAME_SOUNDS);
  const em = Float32Array.from({ length: FRAME_ROWS * CHANNELS }, (_, at) => (at % CHANNELS >= CHANNEL.rssi ? -80 : 0));
  if (noticed === 'mag') em[CHANNEL.mag] = -1.2;
  if (noticed === 'elf') em[RSSI_22HZ] = -20;
  if (noticed === 'geo') geo[0] = 0.95;
  return { uid: UID, seq, t: T + seq * FRAME_MS, geo, em };
}

function watch(realTime: Partial<StreamSettings['realTime']>, frameOf: (seq: number) => StreamFrame) {
  const added: CapturedPassage[] = [];
  const parts: SessionParts = {
    page: {
      now: () => performance.now(),
      requestFrame: (run) => {
        const timer = setTimeout(run, 16);
        return () => clearTimeout(timer);
      },
      isVisible: () => true,
      onVisibility: never,
      onLeave: never,
      onReturn: never,
      onRecovery: never,
      saveBlob: () => undefined,
    },
    voice: { notice: () => undefined, error: () => undefined, log: () => undefined },
    desk: {
      readDevice: () => undefined,
      isSignedIn: () => true,
      queue: async () => 1,
      remove: async () => ({}),
      follow: never,
      stopAtLeave: () => undefined,
    },
    addPassage: async (passage) => added.push(passage),
  };
  const settings: StreamSettings = {
    ...DEFAULT_SETTINGS,
    realTime: { ...DEFAULT_SETTINGS.realTime, PauseTime: PAUSE_S, ...realTime },
  };
  const session = new Session({
    source: {
      kind: 'live',
      uid: UID,
      rate: 1,
      start(onFrame) {
        let seq = 0;
        const timer = setInterval(() => onFrame(frameOf(seq++)), FRAME_MS);
        return async () => clearInterval(timer);
      },
    },
    role: 'admin',
    engine: createStreamEngine({ settings }),
    parts,
  });
  session.setSettings(settings);
  const passUntil = async (isSo: () => boolean) => {
    for (let seconds = 0; seconds < 120 && !isSo(); seconds++) await vi.advanceTimersByTimeAsync(1000);
    expect(isSo()).toBe(true);
  };
  return { session, added, passUntil, status: () => session.getState().status };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a detection', () => {
  const noticedAt = 5;
  const cases: [DetectorName, Partial<StreamSettings['realTime']>][] = [
    ['mag', { MagEn: true }],
    ['elf', { ELFEn: true }],
    ['geo', { GeoEn: true }],
  ];

  it.each(cases)(
    '[S-058] [S-059] [S-062] a detection of %s pauses the plots and holds the passage until they resume by themselves',
    async (detector, realTime) => {
      const { session, status, passUntil, added } = watch({ ...realTime, SendToDB: false }, (seq) =>
        makeFrame(seq, seq === noticedAt ? detector : null),
      );
      await passUntil(() => status().pause !== null);
      expect(status().pause?.reason).toBe('detection');
      expect(session.getState().unsent).toMatchObject([{ detector, at: T + noticedAt * FRAME_MS }]);
      expect(status().annotations).toHaveLength(1);
      await vi.advanceTimersByTimeAsync((PAUSE_S - 2) * 1000);
      expect(session.getState().unsent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(3000);
      expect(status()).toMatchObject({ pause: null, annotations: [], held: [] });
      expect([session.getState().unsent, added]).toEqual([[], []]);
      session.close();
    },
  );

  it('[S-067] a detection is sent once while the plots are paused, when SendToDB is on', async () => {
    const { session, status, passUntil, added } = watch({ MagEn: true, SendToDB: true }, (seq) =>
      makeFrame(seq, seq === noticedAt ? 'mag' : null),
    );
    await passUntil(() => status().pause !== null);
    await passUntil(() => status().pause === null);
    expect(added).toMatchObject([{ detector: 'mag', at: T + noticedAt * FRAME_MS }]);
    session.close();
  });

  it('[S-062] a detection is discarded when the user resumes', async () => {
    const { session, status, passUntil } = watch({ GeoEn: true, SendToDB: false }, (seq) =>
      makeFrame(seq, seq === noticedAt ? 'geo' : null),
    );
    await passUntil(() => status().pause !== null);
    session.resume();
    expect(status()).toMatchObject({ pause: null, annotations: [], held: [] });
    expect(session.getState().unsent).toEqual([]);
    session.close();
  });
});

it('[S-103] welds are counted again every two seconds', async () => {
  const { session, status } = watch({}, (seq) => makeFrame(seq, 'geo'));
  session.setThreshold('weld', 0.5, 'text');
  await vi.advanceTimersByTimeAsync(1000);
  const changedAt: number[] = [];
  let known = status().weldCount;
  session.subscribe(() => {
    if (status().weldCount !== known) changedAt.push(performance.now());
    known = status().weldCount;
  });
  await vi.advanceTimersByTimeAsync(20_000);
  const pauses = changedAt.slice(1).map((at, index) => at - (changedAt[index] ?? 0));
  expect(pauses.length).toBeGreaterThan(6);
  for (const pause of pauses) expect(Math.abs(pause - 2000)).toBeLessThanOrEqual(150);
  session.close();
});
