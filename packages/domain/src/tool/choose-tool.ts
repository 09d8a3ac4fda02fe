// Chooses the tool that represents a pig, by the pig's speed and size.

export interface Range {
  readonly least: number;
  readonly most: number;
}

export interface Tool {
  readonly toolId: number;
  /** Metres per second. */
  readonly speed: Range;
  /** Metres. */
  readonly size: Range;
}

export interface Pig {
  /** Metres per second. */
  readonly speed: number;
  /** Metres. */
  readonly size: number;
}

/** Distance of a value from a range as a ratio: twice too fast is as far as half as fast. 0: inside. */
function distanceTo({ least, most }: Range, value: number): number {
  return Math.max(Math.log(least / value), Math.log(value / most), 0);
}

function extentOf({ speed, size }: Tool): number {
  return Math.log(speed.most / speed.least) + Math.log(size.most / size.least);
}

/**
 * The tool whose ranges contain speed and size; of several the one with the smallest ranges. If none does, the nearest
 * in speed, then in size. The pig's speed and size must be above 0.
 */
export function chooseTool<Choice extends Tool>(tools: readonly [Choice, ...Choice[]], pig: Pig): Choice {
  const ranked = tools.map((tool) => ({
    tool,
    speedOff: distanceTo(tool.speed, pig.speed),
    sizeOff: distanceTo(tool.size, pig.size),
    extent: extentOf(tool),
  }));
  const [best] = ranked.toSorted(
    (one, other) =>
      one.speedOff - other.speedOff ||
      one.sizeOff - other.sizeOff ||
      one.extent - other.extent ||
      one.tool.toolId - other.tool.toolId,
  );
  return best?.tool ?? tools[0];
}
