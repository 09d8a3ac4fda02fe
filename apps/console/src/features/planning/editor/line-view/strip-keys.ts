const PAGE = 10;

/** The marker that a key moves to; null: not a key of the strip. */
export function findNextAt(key: string, at: number, count: number): number | null {
  const wanted: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    PageUp: at + PAGE,
    PageDown: at - PAGE,
    Home: 0,
    End: count - 1,
  };
  const next = wanted[key];
  return next === undefined ? null : Math.min(count - 1, Math.max(0, next));
}
