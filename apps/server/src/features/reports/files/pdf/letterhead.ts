import type { Letterhead } from '../../letterhead.service.ts';
import { INK } from './ink.ts';
import type { Pen } from './pen.ts';

// The head of the first page: what the company has chosen.

const HEIGHT = 40;
const LOGO = { width: 160, height: 32 };
const ADDRESS = { size: 7.5, ink: INK.secondary } as const;
const ADDRESS_LINE = 9;
const MOST_ADDRESS_LINES = 4;

export const measureLetterhead = ({ address, logo }: Letterhead): number =>
  address !== '' || logo !== null ? HEIGHT : 0;

/** Logo at the left, address at the right. */
export function drawLetterhead(pen: Pen, { address, logo }: Letterhead): void {
  const { x, y, width } = pen.layout.sheet;
  if (logo) pen.picture(logo, { x, y, ...LOGO });
  for (const [at, line] of address.split('\n').slice(0, MOST_ADDRESS_LINES).entries())
    pen.write(line, [x + width, y + at * ADDRESS_LINE], { ...ADDRESS, align: 'right' });
}
