import { create } from 'zustand';
import { useTracking } from './run-selection.ts';
import { useRuns } from './runs-store.ts';

/** With more active runs than this the board opens by itself. */
const CARDS_SUFFICE = 6;

/** In a smaller window it would cover table and cards, in px. */
const ROOM = { width: 1024, height: 640 };

const CLOSED_KEY = 'waymark.board-closed';

interface RunWindows {
  readonly isBoardOpen: boolean;
  /** Runs whose sheet is open. */
  readonly sheets: readonly number[];
  /** The queue of passages to verify, with the run whose passages come first. */
  readonly queue: { readonly runId: number | null; readonly turn: number } | null;
}

const NOTHING: RunWindows = { isBoardOpen: false, sheets: [], queue: null };

/** The board of all active runs, and the sheets of single ones. */
export const useRunWindows = create<RunWindows>()(() => NOTHING);

export function openBoard(): void {
  useRunWindows.setState({ isBoardOpen: true });
}

/** Until the browser's tab is closed the board then opens only on request. */
export function closeBoard(): void {
  useRunWindows.setState({ isBoardOpen: false });
  try {
    sessionStorage.setItem(CLOSED_KEY, 'yes');
  } catch {
    // A browser that stores nothing: the board opens again after a reload.
  }
}

export function toggleBoard(): void {
  if (useRunWindows.getState().isBoardOpen) closeBoard();
  else openBoard();
}

function wasClosed(): boolean {
  try {
    return sessionStorage.getItem(CLOSED_KEY) !== null;
  } catch {
    return false;
  }
}

const hasRoom = () => globalThis.innerWidth >= ROOM.width && globalThis.innerHeight >= ROOM.height;

/** Opens the board when the runs are first loaded, if they are many and the user has not closed it before. */
export function startBoard(): () => void {
  const look = () => {
    const { isLoaded, runs } = useRuns.getState();
    if (!isLoaded) return;
    stop();
    if (runs.length > CARDS_SUFFICE && hasRoom() && !wasClosed()) openBoard();
  };
  const stop = useRuns.subscribe(look);
  look();
  return () => {
    stop();
    useRunWindows.setState(NOTHING);
  };
}

export function openVerifyQueue(runId: number | null = null): void {
  useRunWindows.setState(({ queue }) => ({ queue: { runId, turn: (queue?.turn ?? 0) + 1 } }));
}

export function closeVerifyQueue(): void {
  useRunWindows.setState({ queue: null });
}

export function openSheet(runId: number): void {
  useRunWindows.setState(({ sheets }) => (sheets.includes(runId) ? {} : { sheets: [...sheets, runId] }));
}

export function closeSheet(runId: number): void {
  useRunWindows.setState(({ sheets }) => ({ sheets: sheets.filter((other) => other !== runId) }));
}

/** The sheet of the chosen run, else of the one just launched, else of the first. */
export function openChosenSheet(): void {
  const { runId, launchedId } = useTracking.getState();
  const { runs } = useRuns.getState();
  const wanted = [runId, launchedId].find((id) => runs.some(({ run }) => run.runId === id));
  const chosen = wanted ?? runs[0]?.run.runId;
  if (chosen !== undefined) openSheet(chosen);
}
