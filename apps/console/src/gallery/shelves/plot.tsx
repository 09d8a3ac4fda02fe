import { useState } from 'react';
import { Legend } from '#/ui/plot/Legend.tsx';
import { Plot } from '#/ui/plot/Plot.tsx';
import type { Span } from '@waymark/domain/chart/axis';
import { findUp, type LineColour, type PlotLine, type PlotModel } from '#/ui/plot/plot-model.ts';
import { usePlotColours } from '#/ui/plot/plot-hooks.ts';
import { Example } from '../Example.tsx';

const START = Date.UTC(2026, 2, 18, 6, 12, 40);
const COUNT = 600;

function makeLine(colour: LineColour, step: number, start: number, cycles: number): PlotLine {
  const values = Float64Array.from({ length: COUNT }, (_none, at) => {
    const share = at / COUNT;
    return Math.sin(share * cycles * 2 * Math.PI) * Math.exp(-(((share - 0.5) * 5) ** 2));
  });
  return { name: colour.toUpperCase(), colour, start, step, values };
}

function makeModel(axis: PlotModel['axis'], lines: readonly PlotLine[], marker: PlotModel['marker']): PlotModel {
  const [{ start, step } = { start: 0, step: 1 }] = lines;
  return { axis, lines, across: { from: start, to: start + (COUNT - 1) * step }, up: findUp(lines), marker };
}

const WAVES = [makeLine('elf', 10, START, 12), { ...makeLine('geo', 10, START, 5), isDashed: true }];
const VERIFIED = { at: START + 3000, text: 'AGM-3', tone: 'verified' } as const;
const SPECTRUM = [makeLine('spectrum', 0.1, 0, 3)];

const PLOTS = [
  { title: 'a passage, verified', model: makeModel('time', WAVES, VERIFIED), cursor: null },
  {
    title: 'with a cursor',
    model: makeModel('time', WAVES, { ...VERIFIED, tone: 'plain' }),
    cursor: { at: START + 2200, text: '06:12:42.200', isPicking: false },
  },
  {
    title: 'while a time is picked',
    model: makeModel('time', WAVES, VERIFIED),
    cursor: { at: START + 3600, text: '06:12:43.6', isPicking: true },
  },
  { title: 'frequencies', model: makeModel('frequency', SPECTRUM, null), cursor: null },
];

function PlotExample({ title, model, cursor }: (typeof PLOTS)[number]) {
  const [across, setAcross] = useState<Span>(model.across);
  const colours = usePlotColours();
  return (
    <Example title={`Plot: ${title}`} layout="stack">
      <Legend lines={model.lines} colours={colours} />
      <div style={{ display: 'flex', height: 180 }}>
        <Plot
          {...{ model, across, cursor }}
          isPicking={false}
          label={title}
          summary="Invented values"
          onHover={() => undefined}
          onZoom={setAcross}
          onReset={() => setAcross(model.across)}
          onClick={() => undefined}
          onKeyDown={() => undefined}
        />
      </div>
    </Example>
  );
}

export function Shelf() {
  return PLOTS.map((plot) => <PlotExample key={plot.title} {...plot} />);
}
