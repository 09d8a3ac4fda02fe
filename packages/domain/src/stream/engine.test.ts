import { describe, expect, it } from 'vitest';
import { createStreamEngine } from './engine.ts';
import type { CapturedPassage, DetectorName, StreamEngine, StreamHappening } from './engine-types.ts';
import { CHANNEL, FRAME_MS, ROW_MS } from './frame.ts';
import { DEFAULT_SETTINGS, type RealTimeSettings } from './settings.ts';
import { POINTS, SPANS, stepMsOf } from './spans.ts';
import { makeFrame, T, type Script } from './testing/make-frame.ts';

const REFRESH_MS = 150;
const RSSI_22_HZ = CHANNEL.rssi + 24;
const ALL: Partial<RealTimeSettings> = { MagEn: true, ELFEn: true, GeoEn: true, SendToDB: false, PauseTime: 30 };

const open = (realTime: Partial<RealTimeSettings> = {}): StreamEngine =>
  createStreamEngine({ settings: { ...DEFAULT_SETTINGS, realTime: { ...DEFAULT_SETTINGS.realTime, ...realTime } } });

/** A stream that arrives evenly and is refreshed as in the dialog. */
class Play {
  readonly happenings: StreamHappening[] = [];
  #now = 0;
  #frames = 0;
  readonly engine: StreamEngine;
  readonly #script: Script;

  constructor(engine: StreamEngine, script: Script) {
    this.engine = engine;
    this.#script = script;
  }

  until(ms: number, afterEach: () => void = () => undefined): this {
    for (; this.#now <= ms; this.#now += REFRESH_MS) {
      for (; (this.#frames + 1) * FRAME_MS <= this.#now; this.#frames++)
        this.engine.push(makeFrame(this.#frames, this.#script));
      this.happenings.push(...this.engine.advance(this.#now));
      afterEach();
    }
    return this;
  }

  get captured(): CapturedPassage[] {
    return this.happenings.flatMap((happening) => (happening.type === 'captured' ? [happening.passage] : []));
  }
}

/** Each detector triggers only at its own time; GEO in the middle of a row. */
const PASSING: Record<DetectorName, Script> = {
  mag: { em: (channel, ms) => (channel === CHANNEL.mag ? (ms === 24_000 ? -1.2 : 0.1) : undefined) },
  elf: {
    em: (channel, ms) =>
      channel === RSSI_22_HZ
        ? ms === 24_000
          ? -30
          : -60
        : channel === CHANNEL.elf && ms === 24_000
          ? 0.75
          : undefined,
  },
  geo: { geo: (ms) => (ms === 24_017 ? -0.95 : ms % 60 === 30 ? 0.1 : 0) },
};
const DETECTORS = ['mag', 'elf', 'geo'] as const;
const DELAYS_MS = { mag: 15_240, elf: 15_000, geo: 15_000 } as const;

describe('detection', () => {
  it.each(DETECTORS)(
    '[S-058, S-059] a detection of %s pauses the plots at its capture for the pause time and holds the passage until they resume',
    (detector) => {
      const play = new Play(open(ALL), PASSING[detector]).until(38_000);
      expect(play.engine.status).toMatchObject({ pause: null, held: [] });
      play.until(43_000);
      const { pause, held } = play.engine.status;
      expect([pause?.reason, pause?.at]).toEqual(['detection', held[0]?.endsAt]);
      expect(held).toEqual(play.captured);
      const until = pause?.reason === 'detection' ? pause.until : 0;
      expect(until - 30_000).toBeGreaterThan(39_000);
      play.until(until - 1);
      expect(play.engine.status.pause).toBe(pause);
      play.until(until + REFRESH_MS);
      expect(play.engine.status).toMatchObject({ pause: null, held: [] });
      expect(play.happenings.map(({ type }) => type)).toEqual(['captured', 'resumed']);
    },
  );

  it.each([
    { ids: 'S-064, S-065', detector: 'mag' },
    { ids: 'S-066', detector: 'elf' },
    { ids: 'S-051', detector: 'geo' },
  ] as const)('[$ids] $detector is captured after its delay, with its time and end', ({ detector }) => {
    const [passage] = new Play(open(ALL), PASSING[detector]).until(45_000).captured;
    const at = T + (detector === 'geo' ? 24_017 : 24_000);
    expect(passage).toMatchObject({ detector, at, endsAt: at + DELAYS_MS[detector] });
  });

  it.each(SPANS)('[S-065] MAG waits 15 s divided by the span, of 1,016 points, at $label', ({ seconds }) => {
    const engine = open(ALL);
    engine.setSpan(seconds);
    const [passage] = new Play(engine, PASSING.mag).until(45_000).captured;
    const delayMs = Math.round((15 / seconds) * POINTS) * stepMsOf(seconds);
    expect(Math.abs((passage?.endsAt ?? 0) - (passage?.at ?? 0) - delayMs)).toBeLessThanOrEqual(ROW_MS / 2);
  });

  it.each([
    ['mag', -26_214, 2184],
    ['elf', 16_384, 0],
    ['geo', -31_129, 3277],
  ] as const)(
    '[S-052, S-053] %s has 500 samples of 16 bits, 60 ms apart, newest last, the trigger in the middle',
    (detector, peak, floor) => {
      const [passage] = new Play(open(ALL), PASSING[detector]).until(45_000).captured;
      const samples = passage?.samples ?? new Int16Array();
      expect(samples).toHaveLength(500);
      const newestAt = Math.floor(DELAYS_MS[detector] / ROW_MS);
      expect(samples[499 - newestAt]).toBe(peak);
      expect(samples.filter((_, at) => at !== 499 - newestAt).every((value) => value === floor)).toBe(true);
    },
  );

  it('a record has zeros before the beginning of the stream and for a lost frame', () => {
    const engine = open(ALL);
    engine.advance(0);
    const script: Script = { em: (channel, ms) => (channel === CHANNEL.mag ? (ms === 6000 ? -1.2 : 0.3) : undefined) };
    for (let seq = 0; seq < 30; seq++) if (seq !== 10) engine.push(makeFrame(seq, script));
    const [happening] = [...engine.advance(1000), ...engine.advance(60_000)];
    const samples = happening?.type === 'captured' ? Array.from(happening.passage.samples) : [];
    const [young, first, before, gap, after] = [
      samples.slice(0, 145),
      samples.slice(146, 245),
      samples.slice(246, 305),
      samples.slice(305, 321),
      samples.slice(321),
    ];
    expect([young, gap].flatMap((part) => [...new Set(part)])).toEqual([0, 0]);
    expect([first, before, after].map((part) => [...new Set(part)])).toEqual([[6553], [6553], [6553]]);
  });

  it('a detector is off, on, or detected from the trigger until the plots resume', () => {
    const play = new Play(open({ ...ALL, GeoEn: false }), PASSING.mag).until(20_000);
    expect(play.engine.status.detectors).toEqual({ mag: 'on', elf: 'on', geo: 'off' });
    play.until(26_000);
    expect(play.engine.status.detectors).toEqual({ mag: 'detected', elf: 'on', geo: 'off' });
    expect(play.engine.status.annotations).toEqual([{ detector: 'mag', at: T + 24_000 }]);
    play.until(60_000);
    expect(play.engine.status.detectors.mag).toBe('detected');
    play.until(80_000);
    expect(play.engine.status).toMatchObject({ detectors: { mag: 'on' }, annotations: [] });
  });

  it('a detector triggers once per passage, and again for the next one', () => {
    const script: Script = {
      em: (channel, ms) =>
        channel === CHANNEL.mag && ((ms > 20_000 && ms < 30_000) || ms === 120_000) ? 1.2 : undefined,
    };
    const captured = new Play(open(ALL), script).until(140_000).captured;
    expect(captured.map(({ at }) => at - T)).toEqual([20_040, 120_000]);
  });

  it('a second passage during the pause is held too, without prolonging the pause', () => {
    const script: Script = {
      em: (channel, ms) =>
        PASSING.mag.em?.(channel, ms) ?? (channel === RSSI_22_HZ && ms >= 30_000 && ms < 30_100 ? -30 : undefined),
    };
    const play = new Play(open(ALL), script).until(42_000);
    const { pause } = play.engine.status;
    play.until(55_000);
    expect(play.engine.status.held.map(({ detector }) => detector)).toEqual(['mag', 'elf']);
    expect(play.engine.status.pause).toBe(pause);
    play.until(75_000);
    expect(play.engine.status).toMatchObject({ pause: null, held: [] });
  });

  it('a passage during a manual pause is held and does not end the pause', () => {
    const play = new Play(open(ALL), PASSING.mag).until(10_000);
    play.engine.pause();
    const { pause } = play.engine.status;
    play.until(120_000);
    expect(play.engine.status).toMatchObject({ pause, held: [{ detector: 'mag' }], detectors: { mag: 'detected' } });
    play.engine.resume();
    play.until(121_000);
    expect(play.engine.status).toMatchObject({ pause: null, held: [], detectors: { mag: 'on' } });
  });

  it('a manual pause stays', () => {
    const play = new Play(open(ALL), PASSING.mag).until(45_000);
    const at = play.engine.status.pause?.at;
    play.engine.pause();
    play.until(120_000);
    expect(play.engine.status).toMatchObject({ pause: { reason: 'person', at }, held: [{ detector: 'mag' }] });
  });

  it('passages that are sent to the server directly are not held', () => {
    const play = new Play(open({ ...ALL, SendToDB: true }), PASSING.elf).until(45_000);
    expect(play.captured).toHaveLength(1);
    expect(play.engine.status.pause?.reason).toBe('detection');
    expect(play.engine.status.held).toEqual([]);
  });

  it('[S-062] a passage and its annotation are dropped on resume; released after sending', () => {
    const play = new Play(open(ALL), PASSING.geo).until(45_000);
    play.engine.release(play.captured[0] ?? { detector: 'geo', at: 0, endsAt: 0, samples: new Int16Array() });
    expect(play.engine.status.held).toEqual([]);
    const other = new Play(open(ALL), PASSING.geo).until(45_000);
    expect(other.engine.status.held).toHaveLength(1);
    other.engine.resume();
    expect(other.engine.status).toMatchObject({ pause: null, held: [], annotations: [] });
    expect(other.until(46_000).happenings.at(-1)).toEqual({ type: 'resumed' });
  });

  it('a passage is not missed, however fast frames arrive and however rarely they are shown', () => {
    const engine = open(ALL);
    engine.advance(0);
    for (let seq = 0; seq < 300; seq++) engine.push(makeFrame(seq, PASSING.mag));
    const captured = [1000, 30_000, 60_000]
      .flatMap((now) => engine.advance(now))
      .filter(({ type }) => type === 'captured');
    expect(captured).toMatchObject([{ passage: { detector: 'mag', at: T + 24_000 } }]);
  });

  it('the pause is 15 s if the pause time is not a number', () => {
    const { pause } = new Play(open({ ...ALL, PauseTime: Number.NaN }), PASSING.mag).until(45_000).engine.status;
    expect(pause?.reason === 'detection' && pause.until < 42_000 + 15_000).toBe(true);
  });

  it('a detector that is off does not trigger', () => {
    const play = new Play(open({ ...ALL, MagEn: false }), PASSING.mag).until(60_000);
    expect([play.captured, play.engine.status.detectors.mag]).toEqual([[], 'off']);
  });

  it('[S-111] the ELF detector uses 22 Hz at first, then the chosen frequency', () => {
    const at18: Script = { em: (channel, ms) => (channel === RSSI_22_HZ - 8 && ms === 24_000 ? -20 : undefined) };
    expect(open().rssiHz).toBe(22);
    expect(new Play(open(ALL), at18).until(45_000).captured).toEqual([]);
    const engine = open(ALL);
    engine.setRssiHz(18);
    expect(new Play(engine, at18).until(45_000).captured).toHaveLength(1);
    engine.setSettings({ ...DEFAULT_SETTINGS, realTime: { ...DEFAULT_SETTINGS.realTime, Freq1: 25 } });
    expect(engine.rssiHz).toBe(25);
  });
});

describe('plots', () => {
  const ramp: Script = {
    em: (channel, ms) => (channel === CHANNEL.mag ? ms / 100_000 : channel >= CHANNEL.rssi ? channel - 90 : undefined),
    geo: (ms) => (ms % 2 === 0 ? 0.25 : -0.5),
  };

  it.each(SPANS)('[S-104] plots have 1,016 points, $label long and the frame beyond', ({ seconds }) => {
    const { engine } = new Play(open(), ramp).until(70_000);
    engine.setSpan(seconds);
    const { low, high } = engine.readGeo();
    for (const { values, stepMs } of [engine.readEm('mag'), engine.readRssi(), low, high])
      expect([values.length, stepMs]).toEqual([1016, seconds]);
  });

  it('plots show each value at its time', () => {
    const { engine } = new Play(open(), ramp).until(70_000);
    for (const { seconds } of SPANS.slice(0, 3)) {
      engine.setSpan(seconds);
      const { values, endsAt, stepMs } = engine.readEm('mag');
      for (const back of [0, 300, 900])
        expect(values[POINTS - 1 - back]).toBeCloseTo((endsAt - T - back * stepMs) / 100_000, 4);
    }
    const { low, high } = engine.readGeo();
    expect([low.values[1000], high.values[1000]]).toEqual([-0.5, 0.25]);
    expect(Array.from(engine.readSpectrum())).toEqual(Array.from({ length: 41 }, (_, at) => 12 + at - 90));
    expect(engine.readRssi().values[1000]).toBe(RSSI_22_HZ - 90);
  });

  it('reading plots creates no objects', () => {
    const { engine } = new Play(open(), ramp).until(5000);
    for (const read of [
      () => engine.readEm('elf'),
      () => engine.readRssi(),
      () => engine.readGeo(),
      () => engine.readSpectrum(),
    ])
      expect(read()).toBe(read());
    expect(engine.readEm('elf').values).toBe(engine.readEm('elf').values);
  });

  it('[S-058] plots move evenly while live, and keep their values while paused', () => {
    const play = new Play(open(), ramp).until(20_000);
    const times: number[] = [];
    play.until(30_000, () => times.push(play.engine.readEm('mag').endsAt));
    const steps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    for (const step of steps) expect([120, 180]).toContain(step);
    play.engine.pause();
    const [{ endsAt }, seen] = [play.engine.readEm('mag'), Array.from(play.engine.readEm('mag').values)];
    play.until(500_000);
    expect(play.engine.status.pause).toEqual({ reason: 'person', at: expect.closeTo(endsAt, -2) });
    expect(play.engine.readEm('mag').endsAt).toBe(endsAt);
    expect(Array.from(play.engine.readEm('mag').values)).toEqual(seen);
    play.engine.setSpan(5);
    expect(play.engine.readEm('mag').values[POINTS - 1]).toBeCloseTo(
      (play.engine.readEm('mag').endsAt - T) / 100_000,
      4,
    );
    play.engine.resume();
    expect(play.engine.readEm('mag').endsAt).toBeGreaterThan(T + 498_000);
  });

  it('plots are unknown before the first frame', () => {
    const engine = open();
    engine.advance(0);
    expect(engine.status.streamTime).toBeNull();
    expect(engine.readEm('mag').values.every(Number.isNaN)).toBe(true);
    expect(engine.readSpectrum().every(Number.isNaN)).toBe(true);
    engine.pause();
    expect(engine.status.pause).toBeNull();
  });
});

describe('status', () => {
  it('the status is the same object until a displayed value changes: here its time, once a second', () => {
    const play = new Play(open(), {}).until(20_000);
    const seen = new Set<unknown>();
    const times = new Set<unknown>();
    play.until(30_000, () => {
      seen.add(play.engine.status);
      times.add(play.engine.status.streamTime);
    });
    expect(seen.size).toBe(times.size);
    expect(times.size).toBeLessThanOrEqual(11);
  });

  it('the status reports silence after a while, and lost frames', () => {
    const engine = open();
    engine.advance(0);
    engine.push(makeFrame(0));
    engine.push(makeFrame(3));
    engine.advance(1000);
    expect(engine.status).toMatchObject({ isSilent: false, lostFrames: 2 });
    engine.advance(7000);
    expect(engine.status.isSilent).toBe(true);
    engine.push(makeFrame(4));
    engine.advance(7150);
    expect(engine.status.isSilent).toBe(false);
  });

  it('a restarted stream is forgotten, but not its captured passages', () => {
    const play = new Play(open(ALL), PASSING.mag).until(40_450);
    const mends = makeFrame(0);
    play.engine.push({ ...mends, t: T - 10_000_000 });
    const happenings = play.engine.advance(40_500);
    expect(happenings).toMatchObject([{ type: 'captured', passage: { at: T + 24_000 } }]);
    play.engine.resume();
    play.engine.advance(41_000);
    expect(play.engine.status.streamTime).toBeLessThan(T - 9_000_000);
    expect(play.engine.readEm('mag').values.filter((value) => !Number.isNaN(value)).length).toBeLessThanOrEqual(16);
  });
});

describe('welds', () => {
  const knocks: Script = { geo: (ms) => 0.8 * Math.exp(-(ms % 4000) / 30) * Math.sin((ms % 4000) / 2) };
  const geoSpeed = { WeldSpace: 40, Metric: false, NumAvg: 2, Enable: true, SourceRaw: false } as const;

  it('welds give the speed once it is enabled', () => {
    const engine = open();
    engine.setThreshold('weld', 0.3, 'text');
    const play = new Play(engine, knocks).until(40_000);
    expect([engine.status.weldSpeed, engine.readWelds()]).toEqual([null, []]);
    engine.setSettings({ ...DEFAULT_SETTINGS, geoSpeed });
    play.until(42_000);
    expect(engine.status.weldSpeed?.intervalS).toBeCloseTo(4, 2);
    expect(engine.status.weldSpeed?.metresPerSecond).toBeCloseTo(3.048, 2);
    expect(engine.readWelds().map((at) => Math.round((at - T) / 100) * 100)).toContain(32_000);
    engine.setSettings({ ...DEFAULT_SETTINGS, geoSpeed: { ...geoSpeed, WeldSpace: 0 } });
    expect(engine.status.weldSpeed).toMatchObject({ metresPerSecond: null });
  });

  it('[S-103] welds are counted every 2 s', () => {
    const engine = open();
    engine.setThreshold('weld', 0.3, 'text');
    const changes: number[] = [];
    let [now, count] = [0, 0];
    new Play(engine, knocks).until(60_000, () => {
      if (engine.status.weldCount !== count) changes.push(now);
      count = engine.status.weldCount;
      now += REFRESH_MS;
    });
    expect(count).toBeGreaterThanOrEqual(13);
    // The first refresh at least 2 s after the one before.
    const everyMs = REFRESH_MS * Math.ceil(2000 / REFRESH_MS);
    for (const change of changes) expect(change % everyMs).toBe(0);
  });

  it('the speed is dropped after a long time without welds', () => {
    const engine = open();
    engine.setSettings({ ...DEFAULT_SETTINGS, geoSpeed });
    engine.setThreshold('weld', 0.3, 'text');
    const play = new Play(engine, { geo: (ms) => (ms < 30_000 ? (knocks.geo?.(ms) ?? 0) : 0) }).until(40_000);
    expect(engine.status.weldSpeed).not.toBeNull();
    play.until(50_000);
    expect(engine.status.weldSpeed).toBeNull();
  });
});

describe('thresholds', () => {
  it('thresholds are limited when set, and values that are not numbers are ignored', () => {
    const engine = open();
    engine.setThreshold('geo', 5, 'drag');
    engine.setThreshold('weld', -1, 'text');
    engine.setThreshold('mag', Number.NaN, 'text');
    expect(engine.status.thresholds).toEqual({ mag: 0.8, elf: -40, geo: 0.6, weld: 0.2 });
  });

  it('automatic thresholds are above the noise of the last minute', () => {
    const { engine } = new Play(open(), {
      em: (channel, ms) => (channel === CHANNEL.mag ? (ms % 7 === 0 ? 0.1 : -0.02) : channel >= CHANNEL.rssi ? -70 : 0),
      geo: (ms) => 0.05 * Math.cos(ms),
    }).until(70_000);
    engine.autoThresholds();
    const { mag, elf, geo, weld } = engine.status.thresholds;
    expect(mag).toBeCloseTo(0.3, 5);
    expect(elf).toBe(-64);
    expect(geo).toBeCloseTo(0.3, 3);
    expect(weld).toBeCloseTo(0.075, 3);
  });
});
