import { Random } from '@waymark/signals/random';
import { drawTool, type Tool, type ToolKind } from '@waymark/signals/tool';
import { projectToLine, type Line } from '../line/line.ts';
import type { Place } from '@waymark/domain/geo/great-circle';
import {
  computeDurationS,
  computeMotion,
  findPassingS,
  findSpeedMps,
  standStill,
  type PigMotion,
} from './pig-motion.ts';

/** A recurring pig of a line, launched at multiples of the interval since 1970, plus the offset. */
export interface PigService {
  readonly line: Line;
  readonly tool: ToolKind;
  readonly expectedMps: number;
  readonly everyMs: number;
  readonly offsetMs: number;
  /** Simulates only every n-th pig before the start. */
  readonly keepEvery: number;
}

/** A part of a line, in reverse if `toM` is less than `fromM`. */
export interface Way {
  readonly line: Line;
  readonly fromM: number;
  readonly toM: number;
}

/** A pig on its way. */
export interface PigRun {
  readonly way: Way;
  readonly launchAt: number;
  readonly receiveAt: number;
  readonly tool: Tool;
  readonly motion: PigMotion;
}

/** Devices further from the pipe than this hear nothing. */
const HEARING_M = 50;
/** Maximum distance between a run's launch or receive site and the line. */
const SITE_M = 200;
const SHORTEST_M = 1000;

export interface PigChoice {
  readonly way: Way;
  readonly launchAt: number;
  readonly tool: ToolKind;
  readonly expectedMps: number;
  /** A standstill, at a share of the way. */
  readonly stop?: { readonly atShare: number; readonly forH: number } | undefined;
}

const HOUR_S = 3600;

/** Draws the missing properties at random. */
export function sendPig({ way, launchAt, tool, expectedMps, stop }: PigChoice, random: Random): PigRun {
  const lengthM = Math.abs(way.toM - way.fromM);
  const moving = computeMotion({ fluid: way.line.fluid, lengthM, expectedMps, random: random.fork('motion') });
  const motion = stop ? standStill(moving, stop.atShare * lengthM, stop.forH * HOUR_S) : moving;
  return {
    way,
    launchAt,
    tool: drawTool(tool, random.fork('tool')),
    motion,
    receiveAt: launchAt + computeDurationS(motion) * 1000,
  };
}

/** Determined only by the service, the launch and the seed. */
export function buildRun({ line, tool, expectedMps }: PigService, launchAt: number, seed: number): PigRun {
  const way = { line, fromM: 0, toM: line.lengthM };
  return sendPig({ way, launchAt, tool, expectedMps }, new Random(`${seed}/run/${line.name}/${launchAt}`));
}

/** The way between two places along the first line that has both; null: there is none. */
export function findWay(lines: readonly Line[], from: Place, to: Place): Way | null {
  for (const line of lines) {
    const [start, end] = [projectToLine(line, from), projectToLine(line, to)];
    const isOnLine =
      Math.max(start.offsetM, end.offsetM) <= SITE_M && Math.abs(end.distanceM - start.distanceM) >= SHORTEST_M;
    if (isOnLine) return { line, fromM: start.distanceM, toM: end.distanceM };
  }
  return null;
}

function alignLaunch({ everyMs, offsetMs }: PigService, at: number): number {
  return Math.floor((at - offsetMs) / everyMs) * everyMs + offsetMs;
}

/** The launches from the last one before `from` up to `to`. Before `keptAllFrom` only every n-th is kept. */
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

/** Time and speed of the pig under a place; null: too far from its way. */
export function findPassing(run: PigRun, place: Place): Passing | null {
  const { line, fromM, toM } = run.way;
  const found = projectToLine(line, place);
  const distanceM = fromM <= toM ? found.distanceM - fromM : fromM - found.distanceM;
  if (found.offsetM > HEARING_M || distanceM < 0 || distanceM > Math.abs(toM - fromM)) return null;
  return {
    at: run.launchAt + findPassingS(run.motion, distanceM) * 1000,
    speedMps: findSpeedMps(run.motion, distanceM),
  };
}
