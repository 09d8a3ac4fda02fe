import { Children, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { RunMarkerLayers } from './RunMarkerLayers.tsx';

interface Drawn {
  readonly id: string;
  readonly paint?: Readonly<Record<string, unknown>>;
}

it('[T-031] markers have an opacity of 0.8, as icons and as dots', () => {
  const layers = RunMarkerLayers({
    id: 'm',
    source: 's',
    chosen: null,
    line: '#000',
    casing: '#111',
    label: '#222',
    halo: '#333',
  }) as ReactElement<{ children: ReactElement<Drawn>[] }>;
  const paintOf = (id: string) =>
    Children.toArray(layers.props.children)
      .map((child) => (child as ReactElement<Drawn>).props)
      .find((props) => props.id === id)?.paint;
  expect(paintOf('m-icons')).toEqual({ 'icon-opacity': 0.8 });
  expect(paintOf('m-dots')).toMatchObject({ 'circle-opacity': 0.8, 'circle-stroke-opacity': 0.8 });
});
