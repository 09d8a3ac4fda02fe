// The plate behind a detection count. The number is text, so counts of equal length share a plate.

/** Wider for three digits, and wider still for four. */
const WIDTHS = { 'count-chip-2': 24, 'count-chip-3': 30, 'count-chip-4': 37 } as const;
export type CountChip = keyof typeof WIDTHS;

export const CHIP_HEIGHT = 18;
const LARGEST_COUNT = 9999;

export function formatCount(count: number): string {
  return count > LARGEST_COUNT ? `${LARGEST_COUNT}+` : String(count);
}

export function chooseCountChip(count: number): CountChip {
  if (count > 999) return 'count-chip-4';
  return count > 99 ? 'count-chip-3' : 'count-chip-2';
}

export const countChips = Object.keys(WIDTHS) as readonly CountChip[];

interface ChipColors {
  readonly chip: string;
  readonly chipEdge: string;
}

const outline = (width: number, inset: number) => {
  const height = CHIP_HEIGHT - 2 * inset;
  const size = `x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height}" rx="${height / 2}"`;
  return `<rect ${size}`;
};

/** As an SVG, to be drawn like the icons. */
export function drawCountChip(chip: CountChip, { chip: ground, chipEdge }: ChipColors): string {
  const width = WIDTHS[chip];
  const frame = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${CHIP_HEIGHT}"`;
  return `<svg ${frame}>${outline(width, 1)} fill="${ground}" stroke="${chipEdge}" stroke-width="1.2"/></svg>`;
}
