import type { WaveformChoice } from './passage.view.ts';

export type ChartKey =
  | { readonly kind: 'previous' | 'next' | 'edit-time' | 'verify' }
  | { readonly kind: 'choose'; readonly choice: WaveformChoice };

const CHOICES: Readonly<Record<string, WaveformChoice>> = { 1: 'ELF', 2: 'GEO', 3: 'MAG', 4: 'All' };
const ACTS: Readonly<Record<string, Exclude<ChartKey['kind'], 'choose'>>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  e: 'edit-time',
  v: 'verify',
};

/** The action of a key in the window. */
export function readChartKey(key: string): ChartKey | null {
  const kind = ACTS[key];
  if (kind) return { kind };
  const choice = CHOICES[key];
  return choice ? { kind: 'choose', choice } : null;
}

export type PlotKey = 'left' | 'right' | 'nearer' | 'farther' | 'all' | 'pick';

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

const PLOT_KEYS: Readonly<Record<string, PlotKey>> = {
  '+': 'nearer',
  '=': 'nearer',
  '-': 'farther',
  '0': 'all',
  Home: 'all',
};
const ARROWS: Readonly<Record<string, PlotKey>> = { ArrowLeft: 'left', ArrowRight: 'right' };

/** The action of a key in the plot: the arrows move the cursor with Shift, or while a time is picked. */
export function readPlotKey({ key, shiftKey }: PressedKey, isPicking: boolean): PlotKey | null {
  if (key === 'Enter') return isPicking ? 'pick' : null;
  const arrow = ARROWS[key];
  if (arrow) return shiftKey || isPicking ? arrow : null;
  return PLOT_KEYS[key] ?? null;
}
