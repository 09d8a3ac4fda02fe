import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { forgetFinished } from '#/features/runs/finished-store.ts';
import { cancelReports } from '#/features/finished-runs/report-files.ts';
import { restoreAfterEdits } from '#/features/finished-runs/restore-after-edits.ts';
import { ActiveRunCount } from './cards/ActiveRunCount.tsx';
import { RunCards } from './cards/RunCards.tsx';
import { PlaceCard } from './dialogs/PlaceCard.tsx';
import { RunDialogs } from './dialogs/RunDialogs.tsx';
import { MarkerCard } from './marker/MarkerCard.tsx';
import { MarkerDialogs } from './marker/MarkerDialogs.tsx';
import { restoreAfterDevices } from './restore-after-devices.ts';
import { PassageDialogs } from './passages/PassageDialogs.tsx';
import { keepRestored } from './restore-when-idle.ts';
import { loadRuns, startRuns } from '#/features/runs/runs.loading.ts';
import { useStartup } from './startup/use-startup.ts';
import { useStringlines } from '#/features/runs/stringline-store.ts';
import styles from './TrackedRuns.module.css';
import { forgetTracking } from '#/features/runs/run-selection.ts';
import { useNotified } from './use-notified.ts';

const StringlineWindows = lazy(async () => ({
  default: (await loadPart(() => import('./stringline/StringlineWindows.tsx'))).StringlineWindows,
}));

interface TrackedRunsProps {
  /** Width and height of the map's edges that drawer and table cover, in px. */
  readonly coveredLeft: number;
  readonly coveredBottom: number;
  /** Returns the targets in the address, once. */
  readonly takeStartup: () => Readonly<Record<string, string>>;
}

/** The active runs over the map: their cards, the card of a marker, and what opens from them. */
export function TrackedRuns({ coveredLeft, coveredBottom, takeStartup }: TrackedRunsProps) {
  const queryClient = useQueryClient();
  const isStringlineOpen = useStringlines(({ open }) => open.length > 0);
  useEffect(() => {
    const stops = [
      startRuns(queryClient),
      restoreAfterDevices(loadRuns),
      restoreAfterEdits(queryClient),
      keepRestored(loadRuns),
    ];
    return () => {
      for (const stop of stops) stop();
      forgetTracking();
      forgetFinished();
      cancelReports();
    };
  }, [queryClient]);
  useNotified();
  useStartup(takeStartup);
  return (
    <>
      <div className={styles.layer} style={{ left: coveredLeft, bottom: coveredBottom }}>
        <RunCards />
        <MarkerCard />
        <PlaceCard />
      </div>
      <ActiveRunCount />
      <RunDialogs />
      <MarkerDialogs />
      <PassageDialogs />
      <Suspense>{isStringlineOpen && <StringlineWindows />}</Suspense>
    </>
  );
}
