import { CHANNEL, CHANNELS, FRAME_ROWS, ROW_MS, type StreamFrame } from './frame.ts';
import type { CapturedPassage, DetectorName, DetectState } from './engine-types.ts';
import type { RealTimeSettings } from './settings.ts';
import { POINTS, stepMsOf, type SpanSeconds } from './spans.ts';
import type { StreamMemory } from './memory/stream-memory.ts';
import type { Thresholds } from './thresholds.ts';
import { pickExtreme } from './memory/em-rings.ts';
import { HIGH, LOW } from './memory/geo-rings.ts';

const RECORD_SAMPLES = 500;
/** The span whose step is one row. */
const NATIVE_SPAN = 60;
const EM_FULL_SCALE = 1.5;
const GEO_FULL_SCALE = 1;
const MOST = 32_767;

/** Converts to 16 bits; a missing value is 0. */
function quantize(value: number, fullScale: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.max(-MOST - 1, Math.min(MOST, Math.round((MOST * value) / fullScale)));
}

/**
 * The 500 rows that end at `lastRow`: the plotted signal of MAG and ELF, the loudest sound per row with its sign of
 * GEO.
 */
function buildSamples(detector: DetectorName, lastRow: number, memory: StreamMemory): Int16Array {
  const firstRow = lastRow - RECORD_SAMPLES + 1;
  if (detector === 'geo') {
    const ring = memory.geo.of(NATIVE_SPAN);
    return Int16Array.from({ length: RECORD_SAMPLES }, (_, at) =>
      quantize(pickExtreme(ring.read(LOW, firstRow + at), ring.read(HIGH, firstRow + at)), GEO_FULL_SCALE),
    );
  }
  const ring = memory.em.of(NATIVE_SPAN);
  return Int16Array.from({ length: RECORD_SAMPLES }, (_, at) =>
    quantize(ring.read(CHANNEL[detector], firstRow + at), EM_FULL_SCALE),
  );
}

const DETECTORS: readonly DetectorName[] = ['mag', 'elf', 'geo'];

/** Time from trigger to capture: 15 s, so that the trigger is in the middle of the record. */
const HALF_RECORD_S = 15;
const HALF_RECORD_ROWS = 250;

/** The documents define the MAG delay in points of the chosen span (S-065). */
function findMagDelayRows(span: SpanSeconds): number {
  const points = Math.round((HALF_RECORD_S / span) * POINTS);
  return Math.round((points * stepMsOf(span)) / ROW_MS);
}

export interface Trigger {
  readonly detector: DetectorName;
  /** UTC milliseconds. */
  readonly at: number;
}

interface PendingTrigger extends Trigger {
  /** The newest row of the record. */
  readonly lastRow: number;
}

/** Settings that the detectors need besides the frame. */
interface Listening {
  readonly thresholds: Thresholds;
  readonly span: SpanSeconds;
  /** Channel of the RSSI that the ELF detector uses. */
  readonly rssiChannel: number;
}

const ENABLES = { mag: 'MagEn', elf: 'ELFEn', geo: 'GeoEn' } as const satisfies Record<
  DetectorName,
  keyof RealTimeSettings
>;

function findRow(em: Float32Array, channel: number, exceeds: (value: number) => boolean): number {
  for (let row = 0; row < FRAME_ROWS; row++) if (exceeds(em[row * CHANNELS + channel] ?? 0)) return row;
  return -1;
}

/** Milliseconds from the first sample of the frame; -1: the threshold is not exceeded. */
function findExcess(detector: DetectorName, { em, geo }: StreamFrame, { thresholds, rssiChannel }: Listening): number {
  if (detector === 'geo') return geo.findIndex((sound) => Math.abs(sound) > thresholds.geo);
  const row =
    detector === 'mag'
      ? findRow(em, CHANNEL.mag, (value) => Math.abs(value) > thresholds.mag)
      : findRow(em, rssiChannel, (db) => db > thresholds.elf);
  return row < 0 ? row : row * ROW_MS;
}

/**
 * The three detectors. A triggered detector waits until its record is complete and then until it is armed again. They
 * work on arriving frames, regardless of what is shown.
 */
export class Detectors {
  readonly #pending = new Map<DetectorName, PendingTrigger>();
  readonly #spent = new Set<DetectorName>();
  #enabled: ReadonlySet<DetectorName> = new Set();

  enable(settings: RealTimeSettings): void {
    this.#enabled = new Set(DETECTORS.filter((name) => settings[ENABLES[name]]));
    for (const name of DETECTORS) if (!this.#enabled.has(name)) this.#forget(name);
  }

  stateOf(name: DetectorName): DetectState {
    if (!this.#enabled.has(name)) return 'off';
    return this.#pending.has(name) || this.#spent.has(name) ? 'detected' : 'on';
  }

  /** Returns the triggers of this frame; `firstRow` is the number of its first row. */
  push(frame: StreamFrame, firstRow: number, listening: Listening): readonly Trigger[] {
    const triggers: Trigger[] = [];
    for (const detector of DETECTORS) {
      if (this.stateOf(detector) !== 'on') continue;
      const offsetMs = findExcess(detector, frame, listening);
      if (offsetMs < 0) continue;
      const delayRows = detector === 'mag' ? findMagDelayRows(listening.span) : HALF_RECORD_ROWS;
      const trigger = { detector, at: frame.t + offsetMs };
      this.#pending.set(detector, { ...trigger, lastRow: firstRow + Math.floor(offsetMs / ROW_MS) + delayRows });
      triggers.push(trigger);
    }
    return triggers;
  }

  /** Returns the passages whose records are complete. */
  capture(memory: StreamMemory): readonly CapturedPassage[] {
    const whole = [...this.#pending.values()].filter(({ lastRow }) => lastRow <= (memory.newestRow ?? -1));
    return whole.flatMap((trigger) => {
      this.#pending.delete(trigger.detector);
      this.#spent.add(trigger.detector);
      return memory.hasRow(trigger.lastRow) ? [buildPassage(trigger, memory)] : [];
    });
  }

  /** Arms all detectors that have captured a passage. */
  arm(): void {
    this.#spent.clear();
  }

  clear(): void {
    for (const name of DETECTORS) this.#forget(name);
  }

  #forget(name: DetectorName): void {
    this.#pending.delete(name);
    this.#spent.delete(name);
  }
}

function buildPassage({ detector, at, lastRow }: PendingTrigger, memory: StreamMemory): CapturedPassage {
  const endsAt = detector === 'geo' ? at + HALF_RECORD_S * 1000 : memory.timeOfRow(lastRow);
  return { detector, at, endsAt, samples: buildSamples(detector, lastRow, memory) };
}
