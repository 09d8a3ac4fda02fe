import type { Random } from '../random.ts';
import { EM_INTERVAL_S } from '../sampling.ts';
import { createDrift } from '../source/drift.ts';
import { addSignals, silence, type Signal } from '../source/signal.ts';

// Disturbances that trigger an ELF detector falsely. Time 0 is the trigger; values in nT.

/** A rise and fall over `widthS` with random asymmetry and steepness. */
function createSwell(widthS: number, random: Random): Signal {
  const skew = random.uniform(-0.7, 0.7);
  const steepness = random.uniform(1, 3);
  const drift = createDrift(random, 0.35, EM_INTERVAL_S);
  return (tS) => {
    const side = tS < 0 ? 1 + skew : 1 - skew;
    return Math.exp(-((Math.abs(tS) / (widthS * side)) ** steepness)) * Math.max(0, 1 + drift());
  };
}

function modulate(envelope: Signal, frequencyHz: number, chirpHzPerS: number, random: Random): Signal {
  const phaseRad = random.angle();
  return (tS) => envelope(tS) * Math.cos(2 * Math.PI * (frequencyHz + (chirpHzPerS * tS) / 2) * tS + phaseRad);
}

function drawStrength(random: Random): number {
  return random.logUniform(0.03, 1.2);
}

function amplify(signal: Signal, gain: number): Signal {
  return (tS) => gain * signal(tS);
}

/** A foreign field in the band: the known weakness of 22 Hz detection. */
function createLine22(random: Random): Signal {
  const swell = amplify(createSwell(random.logUniform(0.8, 12), random), drawStrength(random));
  return modulate(swell, random.uniform(4.8, 5.9), random.normal() * 0.02, random);
}

function createVehicle(random: Random): Signal {
  const swell = amplify(createSwell(random.logUniform(0.4, 4), random), drawStrength(random));
  return modulate(swell, random.uniform(0.3, 8), random.uniform(-0.6, 0.6), random);
}

/** A load that is switched on and later off. */
function createStep(random: Random): Signal {
  const onS = random.uniform(-1, 1);
  const offS = onS + random.logUniform(1, 40);
  const steepness = 4 / random.logUniform(0.06, 1);
  const strength = drawStrength(random);
  const rise = (tS: number) => 1 / (1 + Math.exp(-tS * steepness));
  return modulate((tS) => strength * (rise(tS - onS) - rise(tS - offS)), random.uniform(0.3, 8), 0, random);
}

/** Distant lightning. */
function createSferics(random: Random): Signal {
  const strength = drawStrength(random);
  const bursts = Array.from({ length: random.integer(1, 5) }, (_, at): Signal => {
    const startS = at === 0 ? random.normal() * 0.3 : random.uniform(-12, 12);
    const [amplitude, decayS] = [strength * random.logUniform(0.4, 3), random.logUniform(0.08, 0.5)];
    const [turn, phaseRad] = [2 * Math.PI * random.uniform(3, 8), random.angle()];
    return (tS) => {
      const ageS = tS - startS;
      return ageS < 0 ? 0 : amplitude * Math.exp(-ageS / decayS) * Math.sin(turn * ageS + phaseRad);
    };
  });
  return addSignals(...bursts);
}

/** Movement of the antenna in the Earth's field. */
function createShake(random: Random): Signal {
  const strength = drawStrength(random);
  const moves = Array.from({ length: random.integer(1, 6) }, (_, at): Signal => {
    const centreS = random.normal() * (at === 0 ? 0.3 : 4);
    const [widthS, amplitude] = [random.logUniform(0.2, 3), strength * random.logUniform(0.5, 4)];
    return (tS) => amplitude * Math.exp(-0.5 * ((tS - centreS) / widthS) ** 2) * random.normal();
  });
  return addSignals(...moves);
}

export const ELF_DISTURBANCES = {
  line22: createLine22,
  step: createStep,
  sferic: createSferics,
  shake: createShake,
  vehicle: createVehicle,
  bg: () => silence,
} as const satisfies Record<string, (random: Random) => Signal>;
