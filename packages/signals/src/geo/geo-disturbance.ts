import type { Random } from '../random.ts';
import { RECORD_HALF_S } from '../sampling.ts';
import { addSources, shapeSound, type AudioSource } from '../source/audio.ts';
import { createClicks, type Click } from '../source/clicks.ts';
import { createResonance, createRumble } from '../source/coloured-noise.ts';
import { createDrift } from '../source/drift.ts';

// Disturbances that trigger a geophone falsely. Time 0 is the trigger; shares of full scale at gain 1.

const ENVELOPE_S = 0.02;
/** A disturbance without an end of its own fades outside of the record. */
const FADE_S = RECORD_HALF_S + 7;

function drawStrength(random: Random): number {
  return random.logUniform(0.03, 0.8);
}

function rise(tS: number): number {
  return 1 / (1 + Math.exp(-tS));
}

/** A person walking by. */
function createFootsteps(random: Random): AudioSource {
  const [paceS, speedMps, distanceM] = [random.uniform(0.5, 0.69), random.uniform(0.8, 1.6), random.uniform(0.5, 6)];
  const [strength, frequencyHz, decayS] = [drawStrength(random), random.uniform(20, 90), random.uniform(0.012, 0.035)];
  const steps: Click[] = [];
  for (
    let startS = -RECORD_HALF_S + random.unit() * paceS;
    startS < RECORD_HALF_S;
    startS += paceS * (1 + random.normal() * 0.03)
  ) {
    const nearness = distanceM / Math.hypot(distanceM, speedMps * startS);
    steps.push({ startS, amplitude: strength * nearness ** 1.2 * random.uniform(0.7, 1.2), frequencyHz, decayS });
  }
  return createClicks(steps);
}

function drawAxles(strength: number, passingS: number, random: Random): Click[] {
  return Array.from({ length: random.integer(2, 5) }, () => ({
    startS: random.normal() * passingS * 0.7,
    amplitude: strength * random.uniform(0.6, 1.8),
    frequencyHz: random.uniform(15, 70),
    decayS: random.uniform(0.02, 0.06),
  }));
}

function createVehicle(random: Random): AudioSource {
  const [strength, speedMps, distanceM, power] = [
    drawStrength(random),
    random.logUniform(2, 25),
    random.uniform(3, 40),
    random.uniform(1, 2),
  ];
  const engine = createResonance(random.uniform(10, 60), random.uniform(1, 4), random);
  const rolling = shapeSound(
    engine,
    (tS) =>
      0.5 * strength * (distanceM / Math.hypot(distanceM, speedMps * tS)) ** power * rise(2 * (FADE_S - Math.abs(tS))),
  );
  return random.chance(0.5)
    ? addSources(rolling, createClicks(drawAxles(strength, distanceM / speedMps, random)))
    : rolling;
}

/** Starts suddenly and fades slowly. */
function createThunder(random: Random): AudioSource {
  const strength = drawStrength(random);
  const claps = Array.from({ length: random.integer(1, 5) }, (_, at) => {
    const startS = at === 0 ? 0 : random.uniform(0, 9);
    const [decayS, share] = [random.uniform(0.4, 2.5), at === 0 ? 1 : random.uniform(0.3, 1)];
    return shapeSound(createRumble(0.93, random), (tS) => {
      const ageS = tS - startS;
      return ageS < 0 ? 0 : 0.5 * strength * share * Math.min(1, ageS / 0.08) * Math.exp(-ageS / decayS);
    });
  });
  return addSources(...claps);
}

function createWind(random: Random): AudioSource {
  const strength = 0.25 * drawStrength(random);
  const gusts = createDrift(random, 0.8, ENVELOPE_S);
  return shapeSound(
    createRumble(0.9, random),
    (tS) => strength * Math.exp(gusts() - 0.3) * rise(2 * (FADE_S - Math.abs(tS))),
  );
}

/** A motor and its second harmonic, switched on and off. */
function createPump(random: Random): AudioSource {
  const onS = random.uniform(-2, 2);
  const offS = onS + random.logUniform(2, 40);
  const [strength, turn] = [0.6 * drawStrength(random), (2 * Math.PI * random.uniform(20, 60)) / 1000];
  let count = 0;
  const hum = () => {
    count += 1;
    return Math.sin(turn * count) + 0.4 * Math.sin(2 * turn * count + 1);
  };
  return shapeSound(hum, (tS) => strength * (rise(5 * (tS - onS)) - rise(5 * (tS - offS))));
}

function createKnocks(random: Random): AudioSource {
  const strength = drawStrength(random);
  return createClicks(
    Array.from({ length: random.integer(1, 8) }, (_, at) => ({
      startS: at === 0 ? 0 : random.normal() * 5,
      amplitude: strength * random.uniform(0.4, 1.5),
      frequencyHz: random.uniform(25, 200),
      decayS: random.uniform(0.01, 0.08),
    })),
  );
}

export const GEO_DISTURBANCES = {
  steps: createFootsteps,
  vehicle: createVehicle,
  thunder: createThunder,
  wind: createWind,
  pump: createPump,
  knock: createKnocks,
  bg: () => () => undefined,
} as const satisfies Record<string, (random: Random) => AudioSource>;
