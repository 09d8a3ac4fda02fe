import type { Random } from './random.ts';

// Equipment of a pig that can be detected above ground.

export interface Transmitter {
  readonly frequencyHz: number;
  readonly momentAm2: number;
  /** null: always on. */
  readonly pulse: { readonly periodS: number; readonly duty: number } | null;
}

export interface Magnets {
  /** Outside of the pipe; the sign is the polarity. */
  readonly momentAm2: number;
  readonly second: { readonly share: number; readonly behindM: number } | null;
}

/** Cups knock at every weld and rub in between. */
export interface Cups {
  /** Share of full scale at gain 1 when the weld is below the sensor. */
  readonly strike: number;
  readonly spacingM: number;
  readonly ringHz: number;
  readonly ringS: number;
  readonly rub: { readonly share: number; readonly centreHz: number; readonly quality: number };
}

export interface Tool {
  readonly transmitter: Transmitter | null;
  readonly magnets: Magnets | null;
  readonly cups: Cups;
}

interface Equipment {
  readonly hasTransmitter: boolean;
  readonly magnets: 'mfl' | 'cleaning' | null;
  readonly loudness: number;
}

const EQUIPMENT = {
  cleaning: { hasTransmitter: false, magnets: null, loudness: 1 },
  'cleaning-magnets': { hasTransmitter: false, magnets: 'cleaning', loudness: 1 },
  'cleaning-transmitter': { hasTransmitter: true, magnets: null, loudness: 1 },
  gauge: { hasTransmitter: true, magnets: null, loudness: 1 },
  mfl: { hasTransmitter: false, magnets: 'mfl', loudness: 1 },
  'mfl-combo': { hasTransmitter: true, magnets: 'mfl', loudness: 1 },
  ultrasonic: { hasTransmitter: false, magnets: null, loudness: 0.7 },
  foam: { hasTransmitter: false, magnets: null, loudness: 0.4 },
} as const satisfies Record<string, Equipment>;
export type ToolKind = keyof typeof EQUIPMENT;
export const TOOL_KINDS = Object.keys(EQUIPMENT) as readonly ToolKind[];

export const USUAL_FREQUENCY_HZ = 22;
const PULSED_SHARE = 0.3;
const SECOND_MAGNET_SHARE = 0.4;
type Span = readonly [least: number, most: number];
const MOMENTS_AM2: Record<'mfl' | 'cleaning', Span> = { mfl: [2, 60], cleaning: [0.25, 4] };
const SPACINGS_M: Record<'mfl' | 'cleaning', Span> = { mfl: [0.6, 2.5], cleaning: [0.2, 1.2] };

export function drawTransmitter(random: Random, frequencyHz = USUAL_FREQUENCY_HZ): Transmitter {
  return {
    frequencyHz,
    momentAm2: random.logUniform(0.4, 20),
    pulse: random.chance(PULSED_SHARE) ? { periodS: random.uniform(1.2, 1.8), duty: random.uniform(0.25, 0.5) } : null,
  };
}

export function drawMagnets(kind: 'mfl' | 'cleaning', random: Random): Magnets {
  return {
    momentAm2: random.sign() * random.logUniform(...MOMENTS_AM2[kind]),
    second: random.chance(SECOND_MAGNET_SHARE)
      ? { share: random.uniform(0.2, 0.9), behindM: random.uniform(...SPACINGS_M[kind]) }
      : null,
  };
}

export function drawCups(random: Random, loudness = 1): Cups {
  return {
    strike: loudness * random.logUniform(0.02, 0.7),
    spacingM: random.uniform(0.4, 4),
    ringHz: random.uniform(40, 180),
    ringS: random.uniform(0.015, 0.07),
    rub: { share: random.logUniform(0.08, 0.9), centreHz: random.uniform(50, 220), quality: random.uniform(1.5, 6) },
  };
}

export function drawTool(kind: ToolKind, random: Random, frequencyHz = USUAL_FREQUENCY_HZ): Tool {
  const { hasTransmitter, magnets, loudness }: Equipment = EQUIPMENT[kind];
  return {
    transmitter: hasTransmitter ? drawTransmitter(random, frequencyHz) : null,
    magnets: magnets && drawMagnets(magnets, random),
    cups: drawCups(random, loudness),
  };
}
