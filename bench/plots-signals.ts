import { DEFAULT_SETTINGS } from '../packages/domain/src/stream/settings.ts';
import { POINTS } from '../packages/domain/src/stream/spans.ts';
import { DEFAULT_THRESHOLDS } from '../packages/domain/src/stream/thresholds.ts';
import type { PlottedSession } from '../apps/console/src/features/stream/plots/plotted-session.ts';

// Signals of a minute with a passage in it, which scroll like a stream: 150 ms per refresh.

const STEP_MS = 60;
const REFRESH_MS = 150;
/** The signals repeat after this many refreshes. */
const LOOP = 400;
const START = Date.UTC(2026, 2, 17, 23, 25);
const RSSI_COUNT = 41;

/** The same values in every run. */
function createNoise(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 1_073_741_823.5 - 1;
  };
}

const bell = (at: number, width: number) => Math.exp(-((at / width) ** 2));

interface Recorded {
  readonly mag: Float32Array;
  readonly elf: Float32Array;
  readonly magRaw: Float32Array;
  readonly elfRaw: Float32Array;
  readonly rssi: Float32Array;
  readonly low: Float32Array;
  readonly high: Float32Array;
}
export type SignalName = keyof Recorded;
const SIGNALS: readonly SignalName[] = ['mag', 'elf', 'magRaw', 'elfRaw', 'rssi', 'low', 'high'];

const LENGTH = POINTS + LOOP * 3;

function record(): Recorded {
  const noise = createNoise();
  const passes = (at: number) => ((at + 200) % 700) - 350;
  const make = (value: (at: number) => number) => Float32Array.from({ length: LENGTH }, (_, at) => value(at));
  return {
    mag: make((at) => 0.02 * noise() + (0.8 - 0.01 * passes(at)) * bell(passes(at), 15)),
    elf: make((at) => 0.02 * noise() + 0.7 * bell(passes(at), 40) * Math.cos(2 * at)),
    magRaw: make((at) => 0.05 * noise() + 0.8 * bell(passes(at), 15)),
    elfRaw: make((at) => 0.08 * noise() + 0.7 * bell(passes(at), 40) * Math.cos(2 * at)),
    rssi: make((at) => -82 + noise() + 50 * bell(passes(at), 80)),
    low: make((at) => -0.05 + 0.02 * noise() - 0.4 * bell(passes(at), 60) * Math.abs(noise())),
    high: make((at) => 0.05 + 0.02 * noise() + 0.4 * bell(passes(at), 60) * Math.abs(noise())),
  };
}

interface Window {
  endsAt: number;
  stepMs: number;
  readonly values: Float32Array;
}
const createWindow = (): Window => ({ endsAt: START, stepMs: STEP_MS, values: new Float32Array(POINTS) });

/** The visible window of each signal; `next` advances it by one refresh. */
export class Signals {
  readonly windows: Readonly<Record<SignalName, Window>> = {
    mag: createWindow(),
    elf: createWindow(),
    magRaw: createWindow(),
    elfRaw: createWindow(),
    rssi: createWindow(),
    low: createWindow(),
    high: createWindow(),
  };
  readonly spectrum = new Float32Array(RSSI_COUNT);
  readonly #recorded = record();
  #refreshes = 0;

  next(): void {
    this.#refreshes = (this.#refreshes + 1) % LOOP;
    const steps = Math.floor((this.#refreshes * REFRESH_MS) / STEP_MS);
    for (const name of SIGNALS) {
      const window = this.windows[name];
      window.endsAt = START + steps * STEP_MS;
      window.values.set(this.#recorded[name].subarray(steps, steps + POINTS));
    }
    for (let at = 0; at < RSSI_COUNT; at++)
      this.spectrum[at] = -80 + (this.#recorded.rssi[steps + at] ?? 0) / 40 + 40 * bell(at - 24, 3);
  }
}

const HELD = { detector: 'mag', at: START - 20_000, endsAt: START - 5000, samples: new Int16Array(0) } as const;

/** A session that shows these signals with all overlays. */
export function plotSignals({ windows, spectrum }: Signals): PlottedSession {
  const geo = { low: windows.low, high: windows.high };
  const welds = [START - 50_000, START - 40_000, START - 30_000, START - 20_000];
  const status = {
    streamTime: START,
    pause: null,
    thresholds: { ...DEFAULT_THRESHOLDS, weld: 0.2 },
    annotations: [HELD],
  };
  const state = {
    status,
    span: 60,
    rssiHz: 22,
    isAutoScaled: true,
    settings: DEFAULT_SETTINGS,
    sending: [],
    unsent: [HELD],
  } as const;
  return {
    uid: 100_234,
    engine: {
      readEm: (signal) => windows[signal],
      readRssi: () => windows.rssi,
      readGeo: () => geo,
      readSpectrum: () => spectrum,
      readWelds: () => welds,
    },
    getState: () => state,
    setThreshold: () => undefined,
  };
}
