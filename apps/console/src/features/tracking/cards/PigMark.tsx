const HULL = 'M5.5 11h17.2a5 5 0 0 1 0 10H5.5Z';
const DISCS = 'M8.6 7.4v17.2M18.4 7.4v17.2';

const STROKES = [
  { d: HULL + DISCS, width: 6.2, color: 'var(--wm-icon-keyline)' },
  { d: HULL + DISCS, width: 4.2, color: 'var(--wm-icon-ink)' },
] as const;

/** The pig's mark in the pink that the map uses for pigs only. */
export function PigMark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      {STROKES.map(({ d, width, color }) => (
        <path key={width} d={d} fill={color} stroke={color} strokeWidth={width} />
      ))}
      <path d={HULL} fill="var(--wm-icon-pig)" />
      <path d={DISCS} fill="none" stroke="var(--wm-icon-ink)" strokeWidth={5.4} />
      <path d={DISCS} fill="none" stroke="var(--wm-icon-pig)" strokeWidth={2.8} />
    </svg>
  );
}
