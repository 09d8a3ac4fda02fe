import { create } from 'zustand';

interface Stringlines {
  /** Runs whose timeline is open. */
  readonly open: readonly number[];
}

export const useStringlines = create<Stringlines>()(() => ({ open: [] }));

export function openStringline(runId: number): void {
  useStringlines.setState(({ open }) => (open.includes(runId) ? {} : { open: [...open, runId] }));
}

export function closeStringline(runId: number): void {
  useStringlines.setState(({ open }) => ({ open: open.filter((other) => other !== runId) }));
}
