import { SIGN_STATES, type SignState } from '../signs/cluster-signs.ts';
import { toPictureAddress } from './device-icons.ts';

// The sign of a cluster: a disc for the number, a ring in the colour of the worst state, and that state's mark. The
// mark of an alarm is the badge that devices have too.

const RADII = { small: 14, medium: 16, large: 19 } as const;
type ClusterSize = keyof typeof RADII;
const SIZES = Object.keys(RADII) as readonly ClusterSize[];

export type ClusterIcon = `cluster-${ClusterSize}-${SignState}`;

/** As wide as its digits. */
export function chooseClusterIcon(count: number, state: SignState): ClusterIcon {
  const size = count > 999 ? 'large' : count > 99 ? 'medium' : 'small';
  return `cluster-${size}-${state}`;
}

export interface ClusterColors extends Readonly<Record<SignState, string>> {
  readonly chip: string;
  readonly chipEdge: string;
}

/** Width and height of the picture, and where a state's mark is. */
const PICTURE = 44;
const MIDDLE = PICTURE / 2;

function drawMark(state: SignState, radius: number, { chip, ...colors }: ClusterColors): string {
  const [x, y] = [MIDDLE + radius * 0.74, MIDDLE - radius * 0.74];
  const color = colors[state];
  const ground = `<circle cx="${x}" cy="${y}" r="6.6" fill="${chip}"/>`;
  if (state === 'offline')
    return `${ground}<circle cx="${x}" cy="${y}" r="4" fill="none" stroke="${color}" stroke-width="2"/>`;
  if (state !== 'low') return '';
  const body = `<rect x="${x - 4.6}" y="${y - 2.9}" width="8" height="5.8" rx="1.2" fill="none" stroke="${color}" stroke-width="1.4"/>`;
  return `${ground}${body}<path d="M${x + 4.5} ${y - 1.2}v2.4M${x - 2.6} ${y - 1}v2" stroke="${color}" stroke-width="1.5"/>`;
}

function drawCluster(size: ClusterSize, state: SignState, colors: ClusterColors): string {
  const radius = RADII[size];
  const disc = (r: number, rest: string) => `<circle cx="${MIDDLE}" cy="${MIDDLE}" r="${r}" ${rest}/>`;
  const ring = disc(radius, `fill="${colors.chip}" stroke="${colors.chip}" stroke-width="5"`);
  const edge = disc(radius, `fill="none" stroke="${colors[state]}" stroke-width="2.2"`);
  const frame = `xmlns="http://www.w3.org/2000/svg" width="${PICTURE}" height="${PICTURE}" viewBox="0 0 ${PICTURE} ${PICTURE}"`;
  return `<svg ${frame}>${ring}${edge}${drawMark(state, radius, colors)}</svg>`;
}

export function listClusterPictures(
  colors: ClusterColors,
): ReadonlyArray<readonly [name: ClusterIcon, address: string]> {
  return SIZES.flatMap((size) =>
    SIGN_STATES.map(
      (state) => [`cluster-${size}-${state}` as const, toPictureAddress(drawCluster(size, state, colors))] as const,
    ),
  );
}
