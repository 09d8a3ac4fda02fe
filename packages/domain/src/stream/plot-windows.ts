import type { EmSignal, PlotWindow } from './engine-types.ts';
import { CHANNEL } from './frame.ts';
import { HIGH, LOW } from './memory/geo-rings.ts';
import type { Ring } from './memory/ring.ts';
import { POINTS, stepMsOf, type SpanSeconds } from './spans.ts';
import type { StreamMemory } from './memory/stream-memory.ts';

/** The span whose step is one row. */
const NATIVE_SPAN = 60;
const RSSI_COUNT = 41;

interface MutableWindow extends PlotWindow {
  endsAt: number;
  stepMs: number;
}

const createWindow = (): MutableWindow => ({ endsAt: 0, stepMs: 0, values: new Float32Array(POINTS).fill(Number.NaN) });

/** A memory, the span to read, and the latest shown time. */
export interface Shown {
  readonly memory: StreamMemory;
  readonly span: SpanSeconds;
  /** UTC milliseconds; null: nothing yet. */
  readonly at: number | null;
}

/** Reads the plots into windows that are allocated once. */
export class PlotWindows {
  readonly #em: Readonly<Record<EmSignal, MutableWindow>> = {
    mag: createWindow(),
    elf: createWindow(),
    magRaw: createWindow(),
    elfRaw: createWindow(),
  };
  readonly #rssi = createWindow();
  readonly #geo = { low: createWindow(), high: createWindow() };
  readonly #spectrum = new Float32Array(RSSI_COUNT).fill(Number.NaN);

  readEm(shown: Shown, signal: EmSignal): PlotWindow {
    return fill(this.#em[signal], shown, shown.memory.em.of(shown.span), CHANNEL[signal]);
  }

  readRssi(shown: Shown, channel: number): PlotWindow {
    return fill(this.#rssi, shown, shown.memory.em.of(shown.span), channel);
  }

  readGeo(shown: Shown): { readonly low: PlotWindow; readonly high: PlotWindow } {
    const ring = shown.memory.geo.of(shown.span);
    fill(this.#geo.low, shown, ring, LOW);
    fill(this.#geo.high, shown, ring, HIGH);
    return this.#geo;
  }

  readSpectrum({ memory, at }: Shown): Float32Array {
    const ring = memory.em.of(NATIVE_SPAN);
    const row = at === null ? -1 : memory.findPoint(NATIVE_SPAN, at);
    for (let index = 0; index < RSSI_COUNT; index++) this.#spectrum[index] = ring.read(CHANNEL.rssi + index, row);
    return this.#spectrum;
  }
}

function fill(window: MutableWindow, { memory, span, at }: Shown, ring: Ring, channel: number): MutableWindow {
  const last = at === null ? -1 : memory.findPoint(span, at);
  window.stepMs = stepMsOf(span);
  window.endsAt = at === null ? 0 : memory.timeOfPoint(span, last);
  ring.copyWindow(channel, last, window.values);
  return window;
}
