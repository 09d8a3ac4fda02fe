import { findTimeStep, listMultiples, makeScale, type Span } from '@waymark/domain/chart/axis';
import type { Marker } from '@waymark/domain/path/marker';
import { toLocalMs, UTC, type Zone } from '@waymark/domain/time/zone';
import { writeLocal } from '@waymark/domain/time/zoned-text';
import type { PlotArea } from '#/ui/plot/plot-area.ts';

// Converts metres and times to pixels of the chart, and chooses the round times of its axis.

/** The visible part of the run: all of it, or a zoomed part. */
export interface View extends Span {
  readonly fromM: number;
  readonly toM: number;
}

export type Across = 'distance' | 'markers';

export interface Scales {
  readonly x: (distanceM: number) => number;
  readonly y: (at: number) => number;
  readonly distanceAt: (x: number) => number;
  readonly timeAt: (y: number) => number;
}

/** Position from 0 to 1: by distance, or by the index of the marker. */
function toShare(
  markers: readonly Marker[],
  lengthM: number,
  across: Across,
): readonly (readonly [distanceM: number, share: number])[] {
  if (across === 'distance' || markers.length < 2)
    return [
      [0, 0],
      [lengthM, 1],
    ];
  return markers.map(({ fromLaunchM }, at) => [fromLaunchM, at / (markers.length - 1)]);
}

function follow(joints: readonly (readonly [number, number])[], value: number, from: 0 | 1): number {
  const to = from === 0 ? 1 : 0;
  const found = joints.findIndex((joint) => joint[from] >= value);
  const at = found < 0 ? joints.length - 1 : Math.max(1, found);
  const [before, after] = [joints[at - 1], joints[at]];
  if (!before || !after) return value;
  return before[to] + ((value - before[from]) / (after[from] - before[from] || 1)) * (after[to] - before[to]);
}

export function makeScales(
  area: PlotArea,
  view: View,
  line: { readonly markers: readonly Marker[]; readonly lengthM: number },
  across: Across,
): Scales {
  const joints = toShare(line.markers, line.lengthM, across);
  const shares = { from: follow(joints, view.fromM, 0), to: follow(joints, view.toM, 0) };
  const along = makeScale(shares, area.left, area.right);
  const down = makeScale(view, area.top, area.bottom);
  return {
    x: (distanceM) => along.at(follow(joints, distanceM, 0)),
    y: down.at,
    distanceAt: (x) => follow(joints, along.valueAt(x), 1),
    timeAt: down.valueAt,
  };
}

const EDGE = { left: 92, bottom: 28 } as const;
/** Without the speeds the name of the last marker needs the space. */
const RIGHT_EDGE = { withSpeed: 18, alone: 48 } as const;
/** Shows the speeds beside the chart if there is space. */
const SPEED = { width: 250, gap: 44, leastWidth: 860 } as const;

interface PlotAreas {
  readonly area: PlotArea;
  /** null: there is no space. */
  readonly beside: PlotArea | null;
}

/** Names of markers begin this far above the chart, on top of the icon, and rise to the right by this angle. */
export const NAME_FOOT = 30;
export const NAME_ANGLE = 48;
const ANGLE = (NAME_ANGLE * Math.PI) / 180;
/** Average width of a letter. */
const LETTER_PX = 6.5;
/** Height per letter. */
const LETTER_RISE_PX = LETTER_PX * Math.sin(ANGLE);
/** Height of a name without letters: the icon, and an edge for wide letters. */
const NO_LETTERS_PX = NAME_FOOT + 14;
/** Largest part of the height for names, and the space that even a low chart has for them. */
const MOST_OF_HEIGHT = 0.3;
const LEAST_ROOM_PX = 80;

/** Height for names of up to so many letters. */
export const nameRoomOf = (letters: number): number => NO_LETTERS_PX + letters * LETTER_RISE_PX;

/** Height for names in a chart that may shorten them. */
export const limitNameRoom = (letters: number, height: number): number =>
  Math.min(nameRoomOf(letters), Math.max(LEAST_ROOM_PX, MOST_OF_HEIGHT * height));

/** Width at the end of a name, for wide letters. */
const EDGE_PX = 4;

/** How many letters of a name fit above the chart and beside its marker. */
export const countNameLetters = (room: { readonly above: number; readonly beside: number }): number =>
  Math.floor(
    Math.min((room.above - NO_LETTERS_PX) / LETTER_RISE_PX, (room.beside - EDGE_PX) / (LETTER_PX * Math.cos(ANGLE))) +
      0.01,
  );

/** A name is never cut off before this many letters. */
export const LEAST_LETTERS = 4;

/** A longer name ends with an ellipsis. */
export function shortenName(name: string, letters: number): string {
  const most = Math.max(LEAST_LETTERS, letters);
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
}

/** `nameRoom`: for the names of markers above the chart, in px. */
export function findPlotAreas(size: { readonly width: number; readonly height: number }, nameRoom: number): PlotAreas {
  const hasSpeed = size.width >= SPEED.leastWidth;
  const edge = size.width - (hasSpeed ? RIGHT_EDGE.withSpeed : RIGHT_EDGE.alone);
  const right = edge - (hasSpeed ? SPEED.width + SPEED.gap : 0);
  const area = { left: EDGE.left, right, top: nameRoom, bottom: size.height - EDGE.bottom };
  return { area, beside: hasSpeed ? { ...area, left: right + SPEED.gap, right: edge } : null };
}

const MINUTE_MS = 60_000;

export interface TimeTick {
  readonly at: number;
  readonly text: string;
  readonly isDay: boolean;
}

/** "06:00", at midnight "03-18 00:00". The times are round at the offset with which the view begins. */
export function listTimeTicks(view: Span, most: number, zone: Zone = UTC): TimeTick[] {
  const shift = toLocalMs(view.from, zone) - view.from;
  const local = { from: view.from + shift, to: view.to + shift };
  return listMultiples(local, findTimeStep(view.to - view.from, most, MINUTE_MS)).map((localAt) => {
    const at = localAt - shift;
    const isDay = writeLocal(at, zone, 'clock') === '00:00:00';
    return { at, isDay, text: writeLocal(at, zone, isDay ? 'month-minute' : 'clock-minute') };
  });
}
