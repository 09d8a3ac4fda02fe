const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Moves the focus to another row of the same body; returns whether it handled the key. */
export function moveRowFocus(row: HTMLTableRowElement, key: string): boolean {
  const step = STEPS[key];
  const rows = row.parentElement?.children;
  if (!step || !rows) return false;
  const target = rows[step([...rows].indexOf(row), rows.length - 1)];
  if (target instanceof HTMLElement) target.focus();
  return true;
}
