import type { Random } from './random.ts';

// The place of a device: the pipe below and the noise around it. Constant across passages.

/** A steady tone of a motor or the mains, as received by the channel. */
export interface Line {
  readonly amplitude: number;
  readonly frequencyHz: number;
}

export interface Site {
  readonly depthM: number;
  readonly offsetM: number;
  /** Attenuation by the steel at the transmitter's frequency, as a factor. */
  readonly shielding: number;
  /** Width of the field relative to that in air. */
  readonly broadening: { readonly elf: number; readonly mag: number };
  /** Angle between sensor and pipe. */
  readonly angleRad: { readonly elf: number; readonly mag: number };
  readonly jointM: number;
  /** Distance along the pipe at which a knock has decayed to 1/e, and the range in which it is loud. */
  readonly hearing: { readonly carryM: number; readonly nearM: number };
  readonly waveSpeedMps: number;
  readonly noise: {
    /** nT rms. */
    readonly elf: { readonly white: number; readonly line: Line | null };
    /** nT rms. */
    readonly mag: { readonly white: number; readonly drift: number; readonly line: Line | null };
    /** Shares of full scale at gain 1. */
    readonly geo: { readonly white: number; readonly line: Line | null };
  };
}

function drawNoise(random: Random): Site['noise'] {
  const [elf, geo] = [random.logUniform(0.005, 0.08), random.logUniform(0.002, 0.03)];
  return {
    elf: {
      white: elf,
      line: random.chance(0.5)
        ? { amplitude: elf * random.logUniform(0.3, 3), frequencyHz: random.uniform(0.3, 7.5) }
        : null,
    },
    mag: {
      white: random.logUniform(0.05, 0.8),
      drift: random.logUniform(0.1, 3),
      line: random.chance(0.35)
        ? {
            amplitude: random.logUniform(0.2, 3),
            frequencyHz: random.pick([0, 10 / 3, 20 / 3]) + random.uniform(0.05, 0.4),
          }
        : null,
    },
    geo: {
      white: geo,
      line: random.chance(0.4)
        ? {
            amplitude: geo * random.logUniform(0.3, 2),
            frequencyHz: random.pick([50, 60, 100, 120]) + random.normal() * 0.05,
          }
        : null,
    },
  };
}

/** Antennas are mostly placed along the pipe; magnetometers lie in any direction. */
function drawAngles(random: Random): Site['angleRad'] {
  const any = () => random.uniform(-Math.PI / 2, Math.PI / 2);
  return { elf: random.chance(0.6) ? random.normal() * 0.25 : any(), mag: any() };
}

export function drawSite(random: Random): Site {
  return {
    depthM: random.uniform(0.9, 4.5),
    offsetM: Math.abs(random.normal()) * 0.8,
    shielding: Math.exp(-random.uniform(0.9, 3)),
    broadening: { elf: random.uniform(1, 1.7), mag: random.uniform(1, 1.4) },
    angleRad: drawAngles(random),
    jointM: random.pick([12.2, 12.2, 12.2, 6.1, 18.3]) * (1 + random.normal() * 0.02),
    hearing: { carryM: random.uniform(25, 120), nearM: random.uniform(2.5, 9) },
    waveSpeedMps: random.uniform(250, 900),
    noise: drawNoise(random),
  };
}

/** Perpendicular distance from sensor to pipe axis. */
export function findRhoM({ depthM, offsetM }: Pick<Site, 'depthM' | 'offsetM'>): number {
  return Math.hypot(depthM, offsetM);
}
