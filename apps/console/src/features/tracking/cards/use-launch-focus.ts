import { useEffect, type RefObject } from 'react';
import { useTracking } from '#/features/runs/run-selection.ts';

/** Focuses the card of a run that was just launched, unless the user has moved the focus meanwhile. */
export function useLaunchFocus(ref: RefObject<HTMLElement | null>, runId: number): void {
  const isWanted = useTracking(({ launchedId, isFocusWanted }) => isFocusWanted && launchedId === runId);
  useEffect(() => {
    if (!isWanted) return;
    useTracking.setState({ isFocusWanted: false });
    const held = document.activeElement;
    const isFree = held === null || held === document.body || held.closest('[aria-modal=true]') !== null;
    if (isFree) ref.current?.focus({ preventScroll: true });
  }, [ref, isWanted]);
}
