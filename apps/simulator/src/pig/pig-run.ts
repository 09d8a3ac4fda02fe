import { Random } from '@waymark/signals/random';
import { drawTool, type Tool, type ToolKind } from '@waymark/signals/tool';
import { projectToLine, type Line } from '../line/line.ts';
import type { Place } from '../line/great-circle.ts';
import { computeDurationS, computeMotion, findPassingS, findSpeedMps, type PigMotion } from './pig-motion.ts';

/** Pigs of one kind that a line sees again and again: at multiples of the interval since 1970, plus the offset. */
export interface PigService {
  readonly line: Line;
  readonly tool: ToolKind;
  readonly expectedMps: number;
  readonly everyMs: number;
  readonly offsetMs: number;
  /** Of the pigs before the fleet began only every so manieth has run. */
  readonly keepEvery: number;
}

/** One pig on its way: which it is follows from the service and the launch alone. */
export interface PigRun {
  readonly service: PigService;
  readonly launchAt: number;
  readonly receiveAt: number;
  readonly tool: Tool;
  readonly motion: PigMotion;
}

/** Beyond this distance from the pipe nothing is heard. */
const HEARING_M = 50;

export function buildRun(service: PigService, launchAt: number, seed: number): PigRun {
  const random = new Random(`${seed}/run/${service.line.name}/${launchAt}`);
  const { line, expectedMps } = service;
  const motion = computeMotion({ fluid: line.fluid, lengthM: line.lengthM, expectedMps, random: random.fork('motion') });
  const tool = drawTool(service.tool, random.fork('tool'));
  return { service, launchAt, tool, motion, receiveAt: launchAt + computeDurationS(motion) * 1000 };
}

function alignLaunch({ everyMs, offsetMs }: PigService, at: number): number {
  return Math.floor((at - offsetMs) / everyMs) * everyMs + offsetMs;
}

/** The launches from the one before `from` up to `to`. Before `keptAllFrom` most pigs are left out. */
export function listLaunches(service: PigService, from: number, to: number, keptAllFrom: number): readonly number[] {
  const launches: number[] = [];
  for (let at = alignLaunch(service, from); at <= to; at += service.everyMs) {
    const index = Math.round((at - service.offsetMs) / service.everyMs);
    if (at >= keptAllFrom || index % service.keepEvery === 0) launches.push(at);
  }
  return launches;
}

export interface Passing {
  readonly at: number;
  readonly speedMps: number;
}

/** When the pig is under a place, and how fast; null when the place is too far from the line. */
export function findPassing(run: PigRun, place: Place): Passing | null {
  const { distanceM, offsetM } = projectToLine(run.service.line, place);
  if (offsetM > HEARING_M) return null;
  return { at: run.launchAt + findPassingS(run.motion, distanceM) * 1000, speedMps: findSpeedMps(run.motion, distanceM) };
}
