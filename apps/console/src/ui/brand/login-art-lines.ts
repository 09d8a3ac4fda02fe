// The login page's picture: three pigs on their lines, drawn like runs: solid up to the pig, dotted beyond, with a band
// that widens with time. Coordinates of a 1440 x 900 page.

export interface ArtLine {
  readonly past: string;
  readonly future: string;
  readonly band: string;
  /** Passages verified so far. */
  readonly dots: readonly Point[];
  readonly pig: Point & { readonly angle: number };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface LineShape extends Point {
  /** Fall per step, in px. */
  readonly slope: number;
  /** Steps done, and steps in all. */
  readonly done: number;
  readonly steps: number;
  /** Half width by which the band grows per step. */
  readonly spread: number;
}

export const gridStep = { x: 62, y: 58 } as const;

const shapes: readonly LineShape[] = [
  { x: 640, y: 96, slope: 52, done: 8, steps: 14, spread: 6.5 },
  { x: 640, y: 470, slope: 34, done: 4, steps: 14, spread: 5 },
  { x: 886, y: -70, slope: 60, done: 6, steps: 14, spread: 7 },
];

const round = (value: number) => Math.round(value * 10) / 10;

function pointAt(shape: LineShape, step: number): Point {
  return { x: shape.x + gridStep.x * step, y: shape.y + shape.slope * step + 6 * Math.sin(1.1 * step) };
}

const toPath = (points: readonly Point[]) => `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`;

export function drawArtLine(shape: LineShape): ArtLine {
  const points = Array.from({ length: shape.steps + 1 }, (_, step) => pointAt(shape, step));
  const ahead = points.slice(shape.done);
  const edge = (side: 1 | -1) => ahead.map(({ x, y }, step) => ({ x, y: y + side * step * shape.spread }));
  const pig = pointAt(shape, shape.done);
  const next = pointAt(shape, shape.done + 1);
  const angle = round((Math.atan2(next.y - pig.y, next.x - pig.x) * 180) / Math.PI);
  return {
    past: toPath(points.slice(0, shape.done + 1)),
    future: toPath(ahead),
    band: `${toPath([...edge(-1), ...edge(1).toReversed()])}Z`,
    dots: points.slice(0, shape.done).map(({ x, y }) => ({ x: round(x), y: round(y) })),
    pig: { x: round(pig.x), y: round(pig.y), angle },
  };
}

export const artLines: readonly ArtLine[] = shapes.map(drawArtLine);
