import { useEffect, useState } from 'react';
import { readOutcome, type Outcome } from '#/features/shown-runs/readings.ts';
import type { Board } from './wall.view.ts';

/** The answers that end a wallboard. Any other refusal, such as that of a proxy, may pass. */
const ENDED: ReadonlySet<string> = new Set(['unauthenticated', 'token-expired']);

export const readBoard = (token: string) => async (): Promise<Outcome<Board>> => {
  const headers = { authorization: `Bearer ${token}` };
  const outcome = await readOutcome<Board>('/api/wallboard/board', { headers });
  return outcome.kind === 'refused' && !ENDED.has(outcome.code) ? { kind: 'away' } : outcome;
};

/** The page to show; it turns every `everyS` seconds unless it is held. */
export function useTurningPage(pages: number, everyS: number, isHeld: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (isHeld || pages < 2) return undefined;
    const timer = setInterval(() => setTurn((before) => before + 1), everyS * 1000);
    return () => clearInterval(timer);
  }, [everyS, isHeld, pages]);
  return pages === 0 ? 0 : turn % pages;
}

/** Keeps the screen on, where the browser can; it forgets the wish while the page is hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    let isGone = false;
    let lock: WakeLockSentinel | null = null;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isGone) await lock.release();
      } catch {
        // The battery is low, or the browser refuses: the screen then follows the settings of the computer.
      }
    };
    const follow = () => void ask();
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', follow);
      void lock?.release();
    };
  }, []);
}

/** Height of the letters that matter, in px: 28 at 1080 lines. */
export function useWallText(): number {
  const [height, setHeight] = useState(innerHeight);
  useEffect(() => {
    const measure = () => setHeight(innerHeight);
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return Math.max(14, Math.round(height * 0.026));
}
