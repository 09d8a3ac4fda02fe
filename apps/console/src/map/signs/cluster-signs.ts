// Merges signs that would cover each other into clusters.

/** Worst last. */
export const SIGN_STATES = ['fine', 'low', 'offline', 'alarm'] as const;
export type SignState = (typeof SIGN_STATES)[number];

/** From 0 to 1 eastwards and southwards in the Web Mercator projection. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

export interface Member {
  readonly at: WorldPoint;
  /** The run whose line it belongs to; null: none. */
  readonly line: number | null;
  readonly isAlarmed: boolean;
  /** Selected: stays a sign of its own. */
  readonly isPinned: boolean;
}

/** How close signs merge, in px: those of one line, and those of different lines. */
export interface Reach {
  readonly ofLine: number;
  readonly ofOthers: number;
}

/** Each from this zoom: wide apart for a country, and close together where the icons have room. */
const REACHES: readonly (readonly [fromZoom: number, reach: Reach])[] = [
  [12, { ofLine: 16, ofOthers: 16 }],
  [10, { ofLine: 26, ofOthers: 22 }],
  [7, { ofLine: 36, ofOthers: 30 }],
];
const WIDEST: Reach = { ofLine: 46, ofOthers: 38 };

export function chooseReach(zoom: number): Reach {
  return REACHES.find(([fromZoom]) => zoom >= fromZoom)?.[1] ?? WIDEST;
}

const WORLD_PX = 512;

/** The width of the world at this zoom, in px. */
export const measureWorld = (zoom: number): number => WORLD_PX * 2 ** zoom;

export function toWorld(lat: number, lon: number): WorldPoint {
  const sine = Math.sin((lat * Math.PI) / 180);
  return { x: (lon + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

export function toPlace({ x, y }: WorldPoint): { readonly lat: number; readonly lon: number } {
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, lon: x * 360 - 180 };
}

const ROWS = 2 ** 26;

/** Groups by the cell of their first member; a cell is as wide as the longest reach. */
class Groups<One extends Member> {
  readonly #cells = new Map<number, One[][]>();
  readonly #cellSize: number;

  constructor(cellSize: number) {
    this.#cellSize = cellSize;
  }

  add(group: One[], { x, y }: WorldPoint): void {
    const cell = Math.floor(x / this.#cellSize) * ROWS + Math.floor(y / this.#cellSize);
    const groups = this.#cells.get(cell);
    if (groups) groups.push(group);
    else this.#cells.set(cell, [group]);
  }

  /** The nearest group within reach, first among those of the same line. */
  find({ at: { x, y }, line }: One, ofLine: number, ofOthers: number): One[] | undefined {
    let [own, ownDistance]: [One[] | undefined, number] = [undefined, ofLine];
    let [other, otherDistance]: [One[] | undefined, number] = [undefined, ofOthers];
    const [column, row] = [Math.floor(x / this.#cellSize), Math.floor(y / this.#cellSize)];
    for (let across = column - 1; across <= column + 1; across++) {
      for (let down = row - 1; down <= row + 1; down++) {
        for (const group of this.#cells.get(across * ROWS + down) ?? []) {
          const [first] = group;
          if (!first) continue;
          const distance = Math.hypot(first.at.x - x, first.at.y - y);
          if (first.line === line && distance < ownDistance) [own, ownDistance] = [group, distance];
          else if (distance < otherDistance) [other, otherDistance] = [group, distance];
        }
      }
    }
    return own ?? other;
  }
}

/**
 * Merges members in their order: each joins the nearest earlier group within reach, or begins one at its own place.
 * Alarms merge only with each other, so that a cluster cannot hide them.
 */
export function clusterSigns<One extends Member>(members: Iterable<One>, zoom: number): readonly (readonly One[])[] {
  const { ofLine, ofOthers } = chooseReach(zoom);
  const world = measureWorld(zoom);
  const [lineReach, otherReach] = [ofLine / world, ofOthers / world];
  const cellSize = Math.max(lineReach, otherReach);
  const [calm, alarmed] = [new Groups<One>(cellSize), new Groups<One>(cellSize)];
  const all: One[][] = [];
  for (const member of members) {
    const pool = member.isAlarmed ? alarmed : calm;
    const found = member.isPinned ? undefined : pool.find(member, lineReach, otherReach);
    if (found) {
      found.push(member);
      continue;
    }
    const group = [member];
    all.push(group);
    if (!member.isPinned) pool.add(group, member.at);
  }
  return all;
}

/** The lowest zoom, in halves, at which these members are more than one sign; null: none up to this zoom. */
export function findSplitZoom(members: readonly Member[], fromZoom: number, mostZoom: number): number | null {
  for (let zoom = Math.floor(fromZoom * 2) / 2 + 0.5; zoom <= mostZoom; zoom += 0.5) {
    if (clusterSigns(members, zoom).length > 1) return zoom;
  }
  return null;
}
