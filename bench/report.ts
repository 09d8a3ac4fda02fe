import { cpus } from 'node:os';

export interface Aim {
  readonly name: string;
  readonly value: number;
  readonly op: '<=' | '>=';
  readonly aim: number;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** `share` 0.99 returns the 99th percentile. */
export function percentile(values: readonly number[], share: number): number {
  const value = values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

function meets({ value, op, aim }: Aim): boolean {
  return op === '<=' ? value <= aim : value >= aim;
}

/** Prints a table for people and, as the last line, JSON for comparison over time. */
export function report(bench: string, figures: Readonly<Record<string, number>>, aims: readonly Aim[]): void {
  const rounded = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]));
  const judged = aims.map((aim) => ({ ...aim, value: round(aim.value), ok: meets(aim) }));
  console.table(
    Object.entries(rounded).map(([figure, value]) => {
      const aim = judged.find(({ name }) => name === figure);
      return { figure, value, aim: aim ? `${aim.op} ${aim.aim}` : '', ok: aim?.ok ?? '' };
    }),
  );
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
  console.log(JSON.stringify({ bench, at: new Date().toISOString(), machine, figures: rounded, aims: judged }));
}
