import { useZone } from '#/ui/clock/zones.ts';
import type { Run } from '@waymark/domain/run/run';
import type { Zone } from '@waymark/domain/time/zone';
import { writeBoth } from '@waymark/domain/time/zoned-text';
import { useQuery } from '@tanstack/react-query';
import { UNIT_SYSTEMS, type UnitSystem } from '@waymark/domain/units/system';
import { useDeferredValue, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { useServerNow } from '#/live/clock-store.ts';
import { formatPercent, listScores } from '#/features/passage-chart/scores/scores.view.ts';
import { chooseUnits } from '#/features/units/choose-units.ts';
import { parseUnits, useUnits } from '#/features/units/units.ts';
import { loadRuns } from '#/features/runs/runs.loading.ts';
import { readinessQuery } from '#/features/runs/runs.data.ts';
import { MapFileMenu } from '#/features/runs/map-files/MapFileMenu.tsx';
import { useRuns, useTrackedRun } from '#/features/runs/runs-store.ts';
import { closeSheet } from '#/features/runs/run-windows.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { openRunCard } from '#/features/tracking/show-run.ts';
import { useRunScores } from '#/features/tracking/passages/run-scores.data.ts';
import { findScores, type ScoresOfRun } from '#/features/tracking/passages/run-passages.view.ts';
import { useIsAdmin } from '#/features/notifications/current-user.data.ts';
import { useOnline } from '#/live/online-store.ts';
import { logFailure } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { saveFile } from '#/ui/field/save-file.ts';
import { EmptyState, ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { SegmentedControl } from '@mantine/core';
import { findMySite, recallSites, useMySites } from './my-sites.ts';
import { MySite, SheetTable } from './SheetTable.tsx';
import { formatMinute, nameSheetFile, readSheet, writeSheetCsv, type SheetRow } from './sheet.view.ts';
import styles from './Sheet.module.css';

const SIZE = { width: 1180, height: 620 };

/** Arrival times are shown to the minute; computing hundreds of them each second shows nothing new. */
const STEP_MS = 5000;

/** More than a window shows. A sheet opens with them; its other rows follow at once. */
const FIRST_ROWS = 40;

/** Every marker of an active run as a table. */
export function SheetWindow({ runId }: { readonly runId: number }) {
  const tracked = useTrackedRun(runId);
  const isLoaded = useRuns((store) => store.isLoaded);
  const error = useRuns((store) => store.error);
  useEffect(recallSites, []);
  return (
    <FloatingWindow
      id={`sheet-${runId}`}
      kind="run-sheet"
      title={tracked?.run.pig ?? t('Run sheet')}
      subtitle={tracked && t('Run {runId}, {path}, run sheet', { runId, path: tracked.run.path.name })}
      initialSize={SIZE}
      onClose={() => closeSheet(runId)}
    >
      {tracked && <Sheet tracked={tracked} />}
      {!tracked && error && <LoadFailure error={error} />}
      {!tracked && !error && !isLoaded && <SkeletonLines label={t('Loading run')} widths={[320, 420, 380]} />}
      {!tracked && !error && isLoaded && <EmptyState>{t('This run is no longer active.')}</EmptyState>}
    </FloatingWindow>
  );
}

function LoadFailure({ error }: { readonly error: Error }) {
  const { message, logId } = toShownError(error);
  return (
    <ErrorState
      title={t('Active runs did not load')}
      why={message}
      logId={logId}
      onRetry={() => void loadRuns().catch(logFailure)}
    />
  );
}

/** The clocks that the server knows; viewers may not read them. */
function useClocks({ run: { path } }: TrackedRun): ReadonlyMap<number, number | null> {
  const isAdmin = useIsAdmin();
  const { data } = useQuery({ ...readinessQuery(path.pathId), enabled: isAdmin && path.pathId > 0 });
  return new Map((data ?? []).map(({ uid, clockOffset }) => [uid, clockOffset]));
}

/** "ELF 94.6%, GEO 88.0%"; empty: not scored. */
function describeScores(scores: ScoresOfRun, { passage }: SheetRow): string {
  const found = passage && findScores(scores, passage);
  return found
    ? listScores(found)
        .map(({ channel, verdict }) => `${channel} ${formatPercent(verdict)}`)
        .join(', ')
    : '';
}

function UnitChoice({ units }: { readonly units: UnitSystem }) {
  return (
    <SegmentedControl
      aria-label={t('Unit')}
      size="xs"
      data={UNIT_SYSTEMS.map((value) => ({ value, label: value === 'us' ? t('Miles') : t('Kilometers') }))}
      value={units}
      onChange={(value) => chooseUnits(parseUnits(value))}
    />
  );
}

/** The line under the title of the printed sheet. */
function describePrint({ path, launchAt }: Run, now: number, zone: Zone): string {
  return t('{path}. {launched}. Printed {time}.', {
    path: path.name,
    launched: launchAt === null ? t('Not launched') : t('Launched {time}', { time: writeBoth(launchAt, zone) }),
    time: formatMinute(now, zone),
  });
}

function Sheet({ tracked }: { readonly tracked: TrackedRun }) {
  const { run } = tracked;
  const now = useServerNow();
  const step = Math.floor(now / STEP_MS) * STEP_MS;
  const clocks = useClocks(tracked);
  const scores = useRunScores(tracked);
  const units = useUnits();
  const zone = useZone(run.path.timeZone);
  const siteName = useMySites(({ sites }) => findMySite(sites, run));
  const isAdmin = useIsAdmin();
  const isLive = useOnline(({ online }) => online.phase === 'live');
  const lines = readSheet(tracked, { getDevice: deviceStore.get, clocks }, step).map((row) => ({
    ...row,
    scores: describeScores(scores, row),
  }));
  const site = lines.find(({ name }) => name === siteName);
  const isPrinting = usePrinting();
  const drawn = useDeferredValue(lines, lines.slice(0, FIRST_ROWS));
  const table = <SheetTable {...{ run, units, siteName }} lines={isPrinting ? lines : drawn} now={step} />;
  return (
    <div className={styles.sheet}>
      {site ? (
        <MySite run={run} line={site} now={now} />
      ) : (
        <p className={styles.hint}>{t('Pin your site, and its time is shown here first, also for the next run.')}</p>
      )}
      <div className={styles.tools}>
        <UnitChoice units={units} />
        <span className={styles.grow} />
        <Button size="small" icon="place" onClick={() => openRunCard(tracked)}>
          {t('Map')}
        </Button>
        <Button size="small" icon="file" onClick={() => window.print()}>
          {t('Print')}
        </Button>
        <Button
          size="small"
          icon="download"
          onClick={() => saveFile(nameSheetFile(run), writeSheetCsv(lines, units, { zone, now: step }), 'text/csv')}
        >
          {t('CSV')}
        </Button>
        {isAdmin && <MapFileMenu subject={{ runId: run.runId }} />}
      </div>
      {!isLive && <p className={styles.note}>{t('Not connected: the sheet is shown as last known.')}</p>}
      <div className={styles.scroll}>{table}</div>
      {isPrinting &&
        createPortal(
          <div className={styles.paper} data-printed="">
            <h1>{t('{pig}, run {runId}', { pig: run.pig, runId: run.runId })}</h1>
            <p>{describePrint(run, now, zone)}</p>
            {table}
          </div>,
          document.body,
        )}
    </div>
  );
}

/** While the browser prints, the sheet stands on paper alone, with all its rows. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
