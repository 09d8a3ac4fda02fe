import type { Random } from '@waymark/signals/random';
import type { Fluid } from '../line/line.ts';

// Motion of a pig: in liquid at the speed of the flow with its noise; in gas faster with falling pressure, and with
// stops that end in a surge.

export interface MotionPlan {
  readonly fluid: Fluid;
  readonly lengthM: number;
  /** Expected by the operator; the true flow deviates from it. */
  readonly expectedMps: number;
  readonly random: Random;
}

/** The progress of the pig: ascending distances, and the seconds since the launch at each. */
export interface PigMotion {
  readonly distancesM: readonly number[];
  readonly timesS: readonly number[];
}

const STEP_M = 50;
const FLOW = {
  liquid: { bias: 0.12, noise: 0.02, lengthM: 2000 },
  gas: { bias: 0.18, noise: 0.1, lengthM: 5000 },
} as const;
const STEP_EVERY_S = 10 * 3600;
const STEP_DEVIATION = 0.15;
const SHUTDOWN_EVERY_S = 60 * 3600;
const SHUTDOWN_S = [600, 5400] as const;
const STOP_EVERY_M = 20_000;
const STOP_S = [30, 480] as const;
const SURGE_M = [200, 800] as const;
const MOST_SURGE = 2.5;
const SURGE_PER_STOP_S = 1 / 120;
const PRESSURE_RATIO = [1.1, 1.6] as const;

/** Relative speed of gas along the line: 1/P with linearly falling P², scaled to an average of 1. */
function computeGasProfile(ratio: number, share: number): number {
  const pressure = Math.sqrt(ratio ** 2 - (ratio ** 2 - 1) * share);
  return (ratio + 1) / 2 / pressure;
}

interface Flow {
  mps: number;
  noise: number;
  surgeLeftM: number;
  surge: number;
}

function stopAndSurge(flow: Flow, random: Random): number {
  const stopS = random.logUniform(...STOP_S);
  flow.surgeLeftM = random.uniform(...SURGE_M);
  flow.surge = 1 + Math.min(MOST_SURGE, stopS * SURGE_PER_STOP_S);
  return stopS;
}

/** Seconds of the next step; advances the state of the flow. */
function goStep(flow: Flow, { fluid, random }: MotionPlan, profile: number): number {
  const { noise, lengthM } = FLOW[fluid];
  const memory = Math.exp(-STEP_M / lengthM);
  flow.noise = memory * flow.noise + Math.sqrt(1 - memory ** 2) * noise * random.normal();
  const surge = flow.surgeLeftM > 0 ? flow.surge : 1;
  flow.surgeLeftM -= STEP_M;
  const stepS = STEP_M / (flow.mps * profile * Math.exp(flow.noise) * surge);
  const isStopping = fluid === 'gas' && flow.surgeLeftM <= 0 && random.chance(STEP_M / STOP_EVERY_M);
  const stopS = isStopping ? stopAndSurge(flow, random) : 0;
  if (random.chance(stepS / STEP_EVERY_S)) flow.mps *= Math.exp(STEP_DEVIATION * random.normal());
  return stepS + stopS + (random.chance(stepS / SHUTDOWN_EVERY_S) ? random.logUniform(...SHUTDOWN_S) : 0);
}

export function computeMotion(plan: MotionPlan): PigMotion {
  const { random, lengthM, fluid } = plan;
  const flow = {
    mps: plan.expectedMps * Math.exp(random.normal() * FLOW[fluid].bias),
    noise: 0,
    surgeLeftM: 0,
    surge: 1,
  };
  const ratio = random.uniform(...PRESSURE_RATIO);
  const distancesM = [0];
  const timesS = [0];
  let timeS = 0;
  for (let distanceM = 0; distanceM < lengthM;) {
    timeS += goStep(flow, plan, fluid === 'gas' ? computeGasProfile(ratio, distanceM / lengthM) : 1);
    distanceM += STEP_M;
    distancesM.push(distanceM);
    timesS.push(timeS);
  }
  return { distancesM, timesS };
}

/** The same motion with a standstill. */
export function standStill(motion: PigMotion, atM: number, durationS: number): PigMotion {
  const { distancesM, timesS } = motion;
  return { distancesM, timesS: timesS.map((timeS, at) => ((distancesM[at] ?? 0) > atM ? timeS + durationS : timeS)) };
}

function findStep(motion: PigMotion, distanceM: number): number {
  return Math.max(0, Math.min(motion.distancesM.length - 2, Math.floor(distanceM / STEP_M)));
}

/** Seconds from the launch to a distance along the line. */
export function findPassingS(motion: PigMotion, distanceM: number): number {
  const at = findStep(motion, distanceM);
  const [before, after] = [motion.timesS[at] ?? 0, motion.timesS[at + 1] ?? 0];
  return before + ((after - before) * (distanceM - (motion.distancesM[at] ?? 0))) / STEP_M;
}

/** The speed of the moving pig, also if it stops there: a stopped pig is silent. */
export function findSpeedMps(motion: PigMotion, distanceM: number): number {
  const at = findStep(motion, distanceM);
  const stepS = (motion.timesS[at + 1] ?? 1) - (motion.timesS[at] ?? 0);
  return Math.max(0.25, STEP_M / stepS);
}

export function computeDurationS({ timesS }: PigMotion): number {
  return timesS.at(-1) ?? 0;
}
