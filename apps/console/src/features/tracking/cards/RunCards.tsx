import { useElementSize } from '@mantine/hooks';
import { useRef, type CSSProperties, useState, useEffect } from 'react';
import { Popover } from '@mantine/core';
import { useIsMapLow, useMapRoom } from '#/map/camera/map-room.ts';
import { useLayerChoice } from '#/map/tiles/layer-choice.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { useTracking, selectRun } from '#/features/runs/run-selection.ts';
import { layCards } from './cards-layout.ts';
import { chooseShown, gradeAlarms, describeHidden, findRuns } from './run-card.view.ts';
import { RunCard } from './RunCard.tsx';
import { useIsPhone, coversMap, staysClear } from '#/ui/window/window-store.ts';
import { useTopRoom } from './use-top-room.ts';
import { logFailure } from '#/api/api-error.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { loadRuns } from '#/features/runs/runs.loading.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { t } from '#/language/t.ts';
import { joinAlarm } from '../knowledge.view.ts';
import { useRunAlarms, type AlarmsByRun } from '../use-run-alarms.ts';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import styles from './RunCards.module.css';

const PAGE_SIZE = 50;

/** A phone turns pages, up to this many. */
const MOST_PAGES = 6;

/** Space between a card and the map's lower edge, in px. */
const EDGE = 8;

interface CardsProps {
  readonly mapWidth: number;
  /** Only a failure to load is shown. */
  readonly isCovered: boolean;
}

function Cards({ mapWidth, isCovered }: CardsProps) {
  const row = useRef<HTMLDivElement>(null);
  const runs = useRuns((store) => store.runs);
  const runId = useTracking((tracking) => tracking.runId);
  const launchedId = useTracking((tracking) => tracking.launchedId);
  const isPhone = useIsPhone();
  const isLow = useIsMapLow();
  const mapHeight = useMapRoom(({ height }) => height);
  const { count, left, top } = layCards(mapWidth, isLow);
  const shown = isCovered ? [] : chooseShown(runs, [runId, launchedId], isPhone ? MOST_PAGES : count);
  const place = {
    '--cards-left': `${left}px`,
    '--cards-top': `${top}px`,
    '--card-room': `${mapHeight - top - EDGE}px`,
  } as CSSProperties;
  useTopRoom(row, true);
  return (
    <div ref={row} className={styles.cards} data-on-low-map={isLow || undefined} style={place}>
      <RunsFailure />
      {isCovered ? null : isPhone ? (
        <CardPages runs={shown} chosenId={runId ?? launchedId} />
      ) : (
        <div className={styles.row}>
          {shown.map((tracked) => (
            <RunCard key={tracked.run.runId} tracked={tracked} isOneOfSeveral={runs.length > 1} />
          ))}
        </div>
      )}
      {!isCovered && runs.length > shown.length && <MoreRuns runs={runs} shown={shown} />}
    </div>
  );
}

/** A low map has no space beside the card of a marker in full. */
function useIsCovered(): boolean {
  const isLow = useIsMapLow();
  const isMarkerInFull = useTracking(
    ({ runId, markerName, minimisedMarkers }) =>
      runId !== null && markerName !== null && minimisedMarkers.get(runId) === false,
  );
  return isLow && isMarkerInFull;
}

/**
 * The active runs at the top of the map; nothing without any. On a phone the card for choosing a place replaces them.
 */
export function RunCards() {
  const { ref, width } = useElementSize();
  const areHidden = useLayerChoice(({ areRunsHidden }) => areRunsHidden);
  const isPlacing = useTracking(({ placeTool }) => placeTool !== null);
  const isPhone = useIsPhone();
  const isCovered = useIsCovered();
  const isAnything = useRuns(({ runs, error }) => error !== null || (runs.length > 0 && !isCovered));
  return (
    <div ref={ref} className={styles.area}>
      {isAnything && !areHidden && width > 0 && !(isPhone && isPlacing) && (
        <Cards mapWidth={width} isCovered={isCovered} />
      )}
    </div>
  );
}

/** A line over the map that says why the runs did not load, with a Retry button. */
function RunsFailure() {
  const error = useRuns((store) => store.error);
  const [isRetrying, setRetrying] = useState(false);
  if (!error) return null;
  const { message, logId } = toShownError(error);
  const retry = () => {
    setRetrying(true);
    loadRuns()
      .catch(logFailure)
      .finally(() => setRetrying(false));
  };
  return (
    <div className={styles.failure} role="alert" {...coversMap}>
      <Icon name="warning" size={14} stroke={1.6} />
      <span className={styles.words} title={message}>
        <strong>{t('Active runs did not load.')}</strong> {message}
        {logId !== undefined && ` LogId = ${logId}`}
      </span>
      <Button size="tiny" icon="retry" isBusy={isRetrying} onClick={retry}>
        {t('Retry')}
      </Button>
    </div>
  );
}

interface CardPagesProps {
  readonly runs: readonly TrackedRun[];
  readonly chosenId: number | null;
}

/** Shows a single card; the user swipes to the others or uses the dots under it. */
function CardPages({ runs, chosenId }: CardPagesProps) {
  const pages = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const alarms = useRunAlarms(runs);
  const turnTo = (at: number) => {
    const page = pages.current;
    page?.scrollTo({ left: at * page.clientWidth, behavior: 'smooth' });
  };
  const chosenAt = runs.findIndex(({ run }) => run.runId === chosenId);
  useEffect(() => {
    const page = pages.current;
    if (chosenAt >= 0) page?.scrollTo({ left: chosenAt * page.clientWidth });
  }, [pages, chosenAt]);
  return (
    <>
      <div
        ref={pages}
        className={styles.pages}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {runs.map((tracked) => (
          <div key={tracked.run.runId} className={styles.page}>
            <RunCard tracked={tracked} isOneOfSeveral={false} />
          </div>
        ))}
      </div>
      {runs.length > 1 && (
        <div className={styles.dots} role="group" aria-label={t('Runs')} {...coversMap}>
          {runs.map(({ run: { runId, pig } }, at) => {
            const alarm = alarms.get(runId);
            return (
              <button
                key={runId}
                type="button"
                className={styles.dot}
                aria-label={`${t('Run {runId}, {pig}', { runId, pig })}${alarm ? `, ${joinAlarm(alarm)}` : ''}`}
                aria-current={at === shown ? 'true' : undefined}
                data-alarm={alarm && gradeAlarms([alarm])}
                onClick={() => turnTo(at)}
              />
            );
          })}
        </div>
      )}
    </>
  );
}

function RunList({
  runs,
  alarms,
  onChoose,
}: {
  readonly runs: readonly TrackedRun[];
  readonly alarms: AlarmsByRun;
  readonly onChoose: (runId: number) => void;
}) {
  const [sought, setSought] = useState('');
  const { rows, pager } = usePages(findRuns(runs, sought), PAGE_SIZE);
  return (
    <div className={styles.list}>
      <SearchField label={t('Find a run')} onSearch={setSought} />
      <ul className={styles.rows} aria-label={t('Active runs')}>
        {rows.map(({ run: { runId, pig, path } }) => {
          const alarm = alarms.get(runId);
          return (
            <li key={runId}>
              <button type="button" className={styles.run} onClick={() => onChoose(runId)}>
                <strong>{pig}</strong>
                <span>{t('Run {runId}', { runId })}</span>
                <span className={styles.path}>{path.name}</span>
                {alarm && (
                  <span className={styles.alarm} data-alarm={gradeAlarms([alarm])}>
                    {joinAlarm(alarm)}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {rows.length === 0 && <p className={styles.none}>{t('No results')}</p>}
      <ListFoot pager={pager} />
    </div>
  );
}

interface MoreRunsProps {
  readonly runs: readonly TrackedRun[];
  readonly shown: readonly TrackedRun[];
}

/** Lists the runs whose cards do not fit; choosing a run gives it a card. */
function MoreRuns({ runs, shown }: MoreRunsProps) {
  const [isOpen, setOpen] = useState(false);
  const alarms = useRunAlarms(runs);
  const hidden = runs.filter((tracked) => !shown.includes(tracked));
  const hiddenAlarms = hidden.flatMap(({ run: { runId } }) => alarms.get(runId) ?? []);
  const choose = (runId: number) => {
    setOpen(false);
    selectRun(runId);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus>
      <span className={styles.more} {...coversMap} {...staysClear} data-alarm={gradeAlarms(hiddenAlarms)}>
        <Popover.Target>
          <Button size="small" onClick={() => setOpen(!isOpen)}>
            {describeHidden(hidden.length, hiddenAlarms)}
          </Button>
        </Popover.Target>
      </span>
      <Popover.Dropdown aria-label={t('Active runs')}>
        <RunList runs={runs} alarms={alarms} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
