import { expect, it } from 'vitest';
import { SIGN_STATES } from '../signs/cluster-signs.ts';
import { chooseClusterIcon, listClusterPictures } from './cluster-icon.ts';

const COLORS = {
  ...Object.fromEntries(SIGN_STATES.map((state, index) => [state, `#00000${index}`])),
  chip: '#aaaaaa',
  chipEdge: '#bbbbbb',
} as Parameters<typeof listClusterPictures>[0];

const pictures = new Map<string, string>(listClusterPictures(COLORS));
const svgOf = (name: string) => decodeURIComponent(pictures.get(name) ?? '');

it('a cluster is as large as its number has digits', () => {
  expect([2, 99, 100, 999, 1000, 25_000].map((count) => chooseClusterIcon(count, 'fine'))).toEqual([
    'cluster-small-fine',
    'cluster-small-fine',
    'cluster-medium-fine',
    'cluster-medium-fine',
    'cluster-large-fine',
    'cluster-large-fine',
  ]);
});

it('there is a picture for every icon that can be chosen', () => {
  for (const count of [2, 100, 1000])
    for (const state of SIGN_STATES) expect(pictures.has(chooseClusterIcon(count, state))).toBe(true);
});

it('the ring of a cluster has the colour of its state, and its disc that of the ground', () => {
  for (const state of SIGN_STATES) {
    const svg = svgOf(`cluster-small-${state}`);
    expect(svg).toContain(`stroke="${COLORS[state]}"`);
    expect(svg).toContain('fill="#aaaaaa"');
  }
});

it('offline and low battery have marks of different shapes, so that colour is not needed', () => {
  const [fine, offline, low] = ['fine', 'offline', 'low'].map((state) => svgOf(`cluster-small-${state}`));
  const shapes = (svg = '') => [svg.split('<circle').length - 1, svg.split('<rect').length - 1];
  expect([shapes(fine), shapes(offline), shapes(low)]).toEqual([
    [2, 0],
    [4, 0],
    [3, 1],
  ]);
});
