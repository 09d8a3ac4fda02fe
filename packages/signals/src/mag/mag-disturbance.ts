import { axialField, radialField } from '../dipole.ts';
import type { Random } from '../random.ts';
import { addSignals, silence, type Signal } from '../source/signal.ts';

// Disturbances that trigger a magnetometer falsely. Time 0 is the trigger; values in nT.

/** A car is a dipole of any direction that moves in a straight line: similar shapes as a pig. */
function createCar(passesAtS: number, random: Random): Signal {
  const [momentAm2, distanceM, speedMps] = [
    random.logUniform(40, 900),
    random.uniform(3, 14),
    random.logUniform(1, 25),
  ];
  const [along, across, up] = [random.normal(), random.normal(), random.normal()];
  const strength = momentAm2 / Math.hypot(along, across, up);
  const [axlesM, rear] = [random.uniform(1.5, 6), random.uniform(-0.8, 0.8)];
  const field = (x: number) => {
    const upright = 100 / (x * x + distanceM * distanceM) ** 1.5;
    return strength * (along * axialField(x, distanceM) + across * radialField(x, distanceM) + up * upright);
  };
  return (tS) => {
    const x = speedMps * (tS - passesAtS);
    return field(x) + rear * field(x + axlesM);
  };
}

function createVehicle(random: Random): Signal {
  const first = createCar(random.normal() * 0.2, random);
  return random.chance(0.35) ? addSignals(first, createCar(random.uniform(-12, 12), random)) : first;
}

/** A person walking by with iron: a swing per step. */
function createPerson(random: Random): Signal {
  const [paceS, amplitude, nearS] = [random.uniform(0.45, 0.75), random.logUniform(1, 60), random.uniform(1.5, 5)];
  const steps = random.integer(2, 13);
  const swings = Array.from({ length: steps }, (_, at): Signal => {
    const centreS = (at - (steps - 1) / 2) * paceS + random.normal() * 0.05;
    const widthS = random.uniform(0.08, 0.3);
    const size = random.sign() * amplitude * Math.exp(-((centreS / nearS) ** 2));
    return (tS) => size * Math.exp(-0.5 * ((tS - centreS) / widthS) ** 2);
  });
  return addSignals(...swings);
}

/** A direct current switched nearby. */
function createSteps(random: Random): Signal {
  const steps = Array.from({ length: random.integer(1, 3) }, (_, at): Signal => {
    const centreS = at === 0 ? random.normal() * 0.2 : random.uniform(-12, 12);
    const [size, steepness] = [random.sign() * random.logUniform(1, 80), 4 / random.logUniform(0.06, 1.5)];
    return (tS) => size / (1 + Math.exp(-(tS - centreS) * steepness));
  });
  return addSignals(...steps);
}

/** A pulsation of the Earth's field. */
function createPulsation(random: Random): Signal {
  const [amplitude, turn] = [random.logUniform(1, 25), (2 * Math.PI) / random.logUniform(4, 40)];
  const [phaseRad, lastsS] = [random.angle(), random.uniform(5, 30)];
  return (tS) => amplitude * Math.sin(turn * tS + phaseRad) * Math.exp(-((tS / lastsS) ** 2));
}

/** A bump against the device: it swings and rests differently afterwards. */
function createBump(random: Random): Signal {
  const amplitude = random.sign() * random.logUniform(5, 400);
  const [decayS, turn] = [random.logUniform(0.1, 1.5), 2 * Math.PI * random.uniform(0.7, 5)];
  const offset = random.chance(0.6) ? random.normal() * 0.4 * amplitude : 0;
  return (tS) => (tS < 0 ? 0 : amplitude * Math.exp(-tS / decayS) * Math.cos(turn * tS) + offset);
}

export const MAG_DISTURBANCES = {
  vehicle: createVehicle,
  person: createPerson,
  step: createSteps,
  puls: createPulsation,
  bump: createBump,
  bg: () => silence,
} as const satisfies Record<string, (random: Random) => Signal>;
