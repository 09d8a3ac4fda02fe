import type { KeyboardEvent } from 'react';
import type { Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import type { Dot, DotKind } from './stringline.view.ts';
import type { Scales } from './scales.ts';
import type { ChartColours } from './use-chart-colours.ts';

const RADIUS = 4.5;
const REACH_PX = 11;

const KIND_WORDS: Readonly<Record<DotKind, string>> = {
  verified: t('verified'),
  manual: t('set by hand'),
  unverified: t('not verified'),
  missed: t('Missed Passage'),
  overdue: t('overdue: nothing heard, expected here'),
  unwatched: t('unwatched: no AGM stands here'),
};

/** Dot verified, diamond manual, ring unverified, cross missed, empty square overdue, dash unwatched. */
export function DotShape({
  kind,
  x,
  y,
  colours,
}: {
  readonly kind: DotKind;
  readonly x: number;
  readonly y: number;
  readonly colours: ChartColours;
}) {
  const edge = { stroke: colours.ground, strokeWidth: 1.5 };
  switch (kind) {
    case 'verified':
      return <circle cx={x} cy={y} r={RADIUS} fill={colours.verified} {...edge} />;
    case 'manual':
      return <path d={`M${x} ${y - 6}l6 6-6 6-6-6z`} fill={colours.verified} {...edge} />;
    case 'unverified':
      return <circle cx={x} cy={y} r={RADIUS} fill={colours.ground} stroke={colours.unverified} strokeWidth={2} />;
    case 'missed':
      return <path d={`M${x - 4} ${y - 4}l8 8m0-8l-8 8`} fill="none" stroke={colours.missed} strokeWidth={2} />;
    case 'overdue':
      return (
        <rect x={x - 4} y={y - 4} width={8} height={8} fill={colours.ground} stroke={colours.missed} strokeWidth={2} />
      );
    case 'unwatched':
      return <path d={`M${x - 4} ${y}h8`} fill="none" stroke={colours.axis} strokeWidth={2} />;
  }
}

interface ChartMarksProps {
  readonly dots: readonly Dot[];
  readonly scales: Scales;
  readonly colours: ChartColours;
  readonly zone: Zone;
  readonly onOpen: (dot: Dot) => void;
}

/** Marks of detected, missed and manual passages; a click on a device's passage opens its chart. */
export function ChartMarks({ dots, scales, colours, zone, onOpen }: ChartMarksProps) {
  return dots.map((dot) => {
    const [x, y] = [scales.x(dot.distanceM), scales.y(dot.at)];
    const name = `${dot.markerName}, ${KIND_WORDS[dot.kind]}, ${writeTime(dot.at, zone)}`;
    const open = () => dot.opens && onOpen(dot);
    const takeKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.key === ' ') open();
    };
    return (
      <g
        key={dot.key}
        role={dot.opens ? 'button' : 'img'}
        aria-label={name}
        tabIndex={dot.opens ? 0 : undefined}
        style={{ cursor: dot.opens ? 'pointer' : undefined }}
        onClick={open}
        onKeyDown={takeKey}
      >
        <title>{name}</title>
        <circle cx={x} cy={y} r={REACH_PX} fill="transparent" />
        <DotShape kind={dot.kind} x={x} y={y} colours={colours} />
      </g>
    );
  });
}
