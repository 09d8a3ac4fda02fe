import { useDeviceZone } from '#/ui/clock/zones.ts';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, useEffect, useEffectEvent } from 'react';
import { isApiError } from '#/api/api-error.ts';
import { EmptyState, ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import {
  closeDeviceWindow,
  turnPassageWindow,
  windowId,
  type PassageWindow as Shown,
} from '#/features/devices/windows/device-windows.ts';
import { usePassageList, type ListedPassage } from '#/features/devices/windows/passage-lists.ts';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { t } from '#/language/t.ts';
import { PassageChartBody } from './PassageChartBody.tsx';
import { chartQuery, type PassageChart, refreshPassages } from './passage.data.ts';
import { findSteps, type PassageSteps } from './passage-steps.ts';
import {
  findChoice,
  listChoices,
  titlePassage,
  type WaveformChoice,
  describeRecord,
  describeOrigin,
  listTypesOf,
} from './passage.view.ts';
import { WAVEFORM_NAMES } from './waveform.ts';
import { LateReload } from '#/live/late-reload.ts';
import { liveEvents } from '#/live/live.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { RunInfoButton } from './run-info/RunInfoButton.tsx';
import styles from './PassageWindow.module.css';

/** Debounce: the records of one passage cause one reload. */
const REST_MS = 300;

const SIZE = { width: 760, height: 480 };

interface Chosen {
  readonly shown: Shown;
  /** null: the record with which the window was opened. */
  readonly choice: WaveformChoice | null;
}

const begin = (shown: Shown): Chosen => ({
  shown,
  choice: shown.type === undefined ? null : WAVEFORM_NAMES[shown.type],
});

/** The chosen waveform, kept for all passages until another one is opened from outside. */
function useChoice(shown: Shown) {
  const [chosen, setChosen] = useState(() => begin(shown));
  if (chosen.shown !== shown) setChosen(shown.isTurned ? { ...chosen, shown } : begin(shown));
  return [chosen.choice, (choice: WaveformChoice) => setChosen({ shown, choice })] as const;
}

function findShownChoice(
  { row, records }: PassageChart,
  { passageId }: Shown,
  choice: WaveformChoice | null,
): WaveformChoice {
  const opened = Object.values(records).find((record) => record.passageId === passageId) ?? row;
  return findChoice(choice, listChoices(row), opened.packetComplexInformation);
}

interface PassageWindowProps {
  readonly shown: Shown;
  readonly role: Role;
}

/** The waveforms of a passage. */
export function PassageWindow({ shown, role }: PassageWindowProps) {
  const { uid, passageId } = shown;
  const device = useDevice(uid);
  const [chosen, choose] = useChoice(shown);
  // The previous passage is shown until the next has loaded.
  const query = useQuery({ ...chartQuery(uid, passageId), placeholderData: keepPreviousData });
  const { data: chart, error, isPlaceholderData } = query;
  usePassageUpdates(uid);
  const isGone = isApiError(error, 'passage-not-found');
  const choice = chart && findShownChoice(chart, shown, chosen);
  const zone = useDeviceZone(uid);
  const list = usePassageList(shown.listId);
  const steps = chart && findSteps(chart, list);
  const show = (next: ListedPassage) => {
    // Keep the chosen type even if the next passage lacks it: the one after may have it.
    if (choice && chosen === null) choose(choice);
    turnPassageWindow(shown, next);
  };
  return (
    <FloatingWindow
      id={windowId(shown)}
      kind="passage"
      title={chart ? titlePassage(chart.row, zone) : t('Passage of AGM {uid}', { uid })}
      initialSize={SIZE}
      {...(shown.besideId !== undefined && { besideId: shown.besideId })}
      onClose={() => closeDeviceWindow(shown)}
    >
      <div className={styles.window} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
        {chart && steps && choice && !isGone && (
          <PassageChartBody
            chart={chart}
            steps={steps}
            isAutoDownload={device?.isAutoDownload ?? false}
            {...{ shown, role, choice, isPlaceholderData }}
            onChoose={choose}
            onShow={show}
          />
        )}
        {isGone ? (
          <EmptyState>{t('This passage is no longer there: somebody has deleted it.')}</EmptyState>
        ) : (
          <LoadState query={query} />
        )}
        {chart && steps && choice && (
          <PassageFoot
            chart={chart}
            steps={steps}
            choice={choice}
            onShow={show}
            isGone={isGone}
            isAdmin={ADMINS.includes(role)}
          />
        )}
      </div>
    </FloatingWindow>
  );
}

/** Says that the passage is loading, that it did not load, or that what is shown could not be reloaded. */
function LoadState({ query }: { readonly query: UseQueryResult<PassageChart> }) {
  const { data, error, isFetching, refetch } = query;
  if (data) return <ReloadFailure query={query} what={t('Passage')} />;
  if (!error) return <SkeletonLines label={t('Loading passage')} widths={[300, 420, 380, 400]} />;
  return (
    <ErrorState
      title={t('Passage did not load')}
      why={error.message}
      logId={toShownError(error).logId}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}

/** Keeps the shown passage up to date: verified, corrected, scored or deleted elsewhere, or new. */
function usePassageUpdates(uid: number): void {
  const queryClient = useQueryClient();
  const read = useEffectEvent(() => void refreshPassages(queryClient, uid));
  useEffect(() => {
    const reload = new LateReload(() => read(), REST_MS);
    const take = (event: { readonly uid: number }) => {
      if (event.uid === uid) reload.soon();
    };
    const stops = [
      reload.stop,
      liveEvents.listen('ReceivePassageUpdate', take),
      liveEvents.listen('ReceivePassage', take),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [uid]);
}

interface PassageFootProps {
  readonly chart: PassageChart;
  readonly steps: PassageSteps;
  readonly choice: WaveformChoice;
  readonly isGone: boolean;
  readonly isAdmin: boolean;
  readonly onShow: (passage: ListedPassage) => void;
}

/** The position of the passage, and buttons to its neighbours. */
function PassageFoot({ chart, steps, choice, isGone, isAdmin, onShow }: PassageFootProps) {
  const { row, records } = chart;
  const { previous, next, position, total } = steps;
  const isOnly = total < 2;
  const record = listTypesOf(choice)
    .map((type) => records[type])
    .find((each) => each !== undefined);
  return (
    <div className={styles.foot}>
      <IconButton
        icon="chevronLeft"
        label={t('Previous passage')}
        isSmall
        isBoxed
        disabled={isOnly}
        onClick={() => onShow(previous)}
      />
      <IconButton
        icon="chevronRight"
        label={t('Next passage')}
        isSmall
        isBoxed
        disabled={isOnly}
        onClick={() => onShow(next)}
      />
      <span className={styles.position} role="status">
        {isGone ? '' : t('{number} of {total}', { number: position, total })}
      </span>
      <span className={styles.grow} />
      <span>{describeOrigin(row)}</span>
      {isAdmin && !isGone && <RunInfoButton row={row} />}
      {record && !isGone && <span className={styles.quiet}>{describeRecord(record)}</span>}
    </div>
  );
}
