import type { AlertMark } from './alert-marks.view.ts';
import type { ChartColours } from './use-chart-colours.ts';

interface AlertShapeProps {
  readonly x: number;
  readonly y: number;
  readonly isOpen: boolean;
  readonly colours: ChartColours;
}

/** A flag; filled while a cause holds. */
export function AlertShape({ x, y, isOpen, colours }: AlertShapeProps) {
  return (
    <path
      d={`M${x} ${y}v-11h9l-2.5 3 2.5 3h-9`}
      fill={isOpen ? colours.missed : colours.ground}
      stroke={colours.missed}
      strokeWidth={1.5}
      strokeLinejoin="round"
    />
  );
}

export function AlertMarks({
  marks,
  colours,
}: {
  readonly marks: readonly AlertMark[];
  readonly colours: ChartColours;
}) {
  return marks.map(({ x, y, isOpen, name }) => (
    <g key={`${x} ${y}`} role="img" aria-label={name}>
      <title>{name}</title>
      <rect x={x - 4} y={y - 15} width={18} height={19} fill="transparent" />
      <AlertShape {...{ x, y, isOpen, colours }} />
    </g>
  ));
}
