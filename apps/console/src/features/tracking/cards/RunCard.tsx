import { useRef, useEffect, type RefObject } from 'react';
import { estimateSpan } from '@waymark/domain/run/estimate/interval';
import { drawnDistance } from '@waymark/domain/run/estimate/course';
import type { Stretch } from '@waymark/domain/run/estimate/knowledge';
import { Menu } from '@mantine/core';
import { useIsMapLow } from '#/map/camera/map-room.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { coversMap, staysClear } from '#/ui/window/window-store.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { useUnits } from '#/features/units/units.ts';
import { outlookOf, type TrackedRun } from '#/features/runs/tracked-run.ts';
import {
  minimiseCard,
  selectRun,
  showCardAlone,
  useTracking,
  openRunDialog,
  pickPlace,
  followPig,
} from '#/features/runs/run-selection.ts';
import { useSavedAreas } from '#/map/saved/saved-areas.ts';
import { useLiveRun, type LiveRun } from '../use-live-run.ts';
import {
  describeArrival,
  describeChances,
  describeShortly,
  describeWayGone,
  readEnd,
  readNext,
  readSpeed,
  type Readout,
} from './run-card.view.ts';
import { RunStrip } from './RunStrip.tsx';
import { showBox } from '#/map/map-commands.ts';
import { measureBox } from '../map/run-bounds.ts';
import { sliceTrack } from '../map/slice-track.ts';
import { describeAlarm, describeLastHeard, describeMissed } from '../knowledge.view.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { useCanWrite } from '#/live/online-store.ts';
import { openStringline } from '#/features/runs/stringline-store.ts';
import { openSheet, openVerifyQueue } from '#/features/runs/run-windows.ts';
import { countToVerify } from '#/features/runs/to-verify.ts';
import { t } from '#/language/t.ts';
import { fitRun, zoomToPig } from '../show-run.ts';
import { SilencedLines } from '../SilencedLines.tsx';
import { placeOf } from '../silenced-markers.ts';
import { useIsAdmin } from '#/features/notifications/current-user.data.ts';
import { listRunActs, type RunAct } from './run-menu.view.ts';
import styles from './RunCard.module.css';

function Figure({ label, value, note }: Readout) {
  return (
    <div className={styles.figure}>
      <dt title={label}>{label}</dt>
      <dd>
        {value !== '' && <span>{value}</span>}
        {note !== '' && <small>{note}</small>}
      </dd>
    </div>
  );
}

function Figures({ live }: { readonly live: LiveRun }) {
  const units = useUnits();
  const zone = useZone(live.run.path.timeZone);
  const { forecast } = outlookOf(live);
  const span = forecast && estimateSpan(forecast, live.now);
  const { search } = live.knowledge;
  const wayGone = describeWayGone(live.knowledge, live.course.lengthM, units);
  return (
    <>
      <dl className={styles.figures}>
        <Figure {...readSpeed(live, units)} />
        <Figure {...readNext(live, zone)} />
        <Figure {...readEnd(live, zone)} />
      </dl>
      <KnowledgeLines live={live} />
      <RunStrip live={live} label={wayGone} />
      <div className={styles.foot}>
        <span>{wayGone}</span>
        {search ? (
          <Button size="tiny" icon="search" onClick={() => showStretch(live, search)}>
            {t('Zoom to stretch')}
          </Button>
        ) : (
          <span title={describeChances(live.run)}>{describeArrival(live, span, live.now, zone)}</span>
        )}
      </div>
    </>
  );
}

function FollowedFoot() {
  return (
    <div className={styles.foot}>
      <span>{t('The map follows this pig')}</span>
      <Button size="tiny" onClick={() => followPig(null)}>
        {t('Stop')}
      </Button>
    </div>
  );
}

/** The minimised card. */
function ShortLine({ live }: { readonly live: LiveRun }) {
  const words = describeShortly(live, useZone(live.run.path.timeZone));
  return (
    <span className={styles.short} title={words}>
      {words}
    </span>
  );
}

interface RunCardProps {
  readonly tracked: TrackedRun;
  /** There are other cards: the head identifies this one and selects it. */
  readonly isOneOfSeveral: boolean;
}

const overMap = { ...staysClear, ...coversMap };

/** Shows place, speed and arrival of a pig, updated every second. */
export function RunCard({ tracked, isOneOfSeveral }: RunCardProps) {
  const { runId, pig, path } = tracked.run;
  const live = useLiveRun(runId);
  const isMapLow = useIsMapLow();
  const isMinimised = useTracking(
    ({ minimisedCards, markerName }) => (minimisedCards.get(runId) ?? isMapLow) || (isMapLow && markerName !== null),
  );
  const toggle = () => (isMapLow && isMinimised ? showCardAlone(runId) : minimiseCard(runId, !isMinimised));
  const isChosen = useTracking((tracking) => tracking.runId === runId);
  const isFollowed = useTracking(({ followedId }) => followedId === runId);
  const choose = useRef<HTMLButtonElement>(null);
  useLaunchFocus(choose, runId);
  if (!live) return null;
  return (
    <section
      className={styles.card}
      aria-label={t('Run {runId}, {pig}', { runId, pig })}
      data-on-low-map={isMapLow || undefined}
      {...overMap}
      data-chosen={(isOneOfSeveral && isChosen) || undefined}
    >
      <header className={styles.head}>
        <h2 className={styles.pig}>
          <button
            ref={choose}
            type="button"
            className={styles.choose}
            aria-pressed={isChosen}
            title={pig}
            onClick={() => selectRun(runId)}
          >
            {pig}
          </button>
        </h2>
        {isMinimised ? (
          <ShortLine live={live} />
        ) : (
          <>
            <Tag>{t('Run {runId}', { runId })}</Tag>
            <span className={styles.path} title={path.name}>
              {path.name}
            </span>
          </>
        )}
        {!isMinimised && (
          <IconButton icon="timeline" label={t('Timeline')} isSmall onClick={() => openStringline(runId)} />
        )}
        <RunMenu tracked={tracked} />
        <IconButton
          icon={isMinimised ? 'chevronDown' : 'minimise'}
          label={isMinimised ? t('Show {pig} in full', { pig }) : t('Minimise {pig}', { pig })}
          isSmall
          onClick={toggle}
        />
      </header>
      {!isMinimised && <Figures live={live} />}
      {isFollowed && <FollowedFoot />}
    </section>
  );
}

/** Focuses the card of a run that was just launched, unless the user has moved the focus meanwhile. */
function useLaunchFocus(ref: RefObject<HTMLElement | null>, runId: number): void {
  const isWanted = useTracking(({ launchedId, isFocusWanted }) => isFocusWanted && launchedId === runId);
  useEffect(() => {
    if (!isWanted) return;
    useTracking.setState({ isFocusWanted: false });
    const held = document.activeElement;
    const isFree = held === null || held === document.body || held.closest('[aria-modal=true]') !== null;
    if (isFree) ref.current?.focus({ preventScroll: true });
  }, [ref, isWanted]);
}

/** Shows the stretch to search for the pig. */
function showStretch({ run, course }: Pick<TrackedRun, 'run' | 'course'>, { from, to }: Stretch): void {
  const [fromM, toM] = [drawnDistance(course, from.distanceM), drawnDistance(course, to.distanceM)];
  selectRun(run.runId);
  showBox(measureBox(sliceTrack(course.track, fromM, toM)));
}

/** Describes the pig: its last detection, whether it is overdue, and which markers missed it. */
function KnowledgeLines({ live }: { readonly live: LiveRun }) {
  const alarm = describeAlarm(live);
  const lastHeard = describeLastHeard(live, useZone(live.run.path.timeZone));
  const missed = describeMissed(live);
  const toVerify = countToVerify(live.run);
  return (
    <div className={styles.lines}>
      {alarm && (
        <p className={styles.alarm} data-grave={alarm.isGrave || undefined} role="status">
          <Icon name="warning" size={14} stroke={1.8} />
          {alarm.tag !== '' && <strong className={styles.tag}>{alarm.tag}</strong>}
          <span title={alarm.text}>{alarm.text}</span>
        </p>
      )}
      <SilencedLines place={placeOf(live.run)} now={live.now} line={live.run.path.timeZone} />
      {toVerify > 0 && (
        <Button size="tiny" icon="check" onClick={() => openVerifyQueue(live.run.runId)}>
          {t('{number} to verify', { number: toVerify })}
        </Button>
      )}
      {(lastHeard !== '' || missed !== '') && (
        <p className={styles.heard}>
          <span title={lastHeard}>{lastHeard}</span>
          {missed !== '' && <span className={styles.missed}>{missed}</span>}
        </p>
      )}
    </div>
  );
}

function carryOut(act: RunAct, tracked: TrackedRun): void {
  const { runId } = tracked.run;
  if (act === 'zoom') zoomToPig(tracked);
  else if (act === 'fit') fitRun(tracked);
  else if (act === 'follow') followPig(runId);
  else if (act === 'sheet') openSheet(runId);
  else if (act === 'add-marker' || act === 'edit-pig') pickPlace(runId, act);
  else openRunDialog(runId, act);
}

/** The actions on a run that the user may perform. */
function RunMenu({ tracked }: { readonly tracked: TrackedRun }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const hasGround = useSavedAreas(({ served }) => served.length > 0);
  const acts = listRunActs({ isAdmin: useIsAdmin(), hasGround });
  const { pig, runId } = tracked.run;
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <IconButton
          icon="more"
          label={t('Menu of {pig}', { pig })}
          title={blockedBecause ?? t('Menu')}
          isSmall
          disabled={!canWrite}
          data-run-menu={runId}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ act, label, icon, startsGroup }) => [
          startsGroup && <Menu.Divider key={`${act} line`} />,
          <Menu.Item key={act} leftSection={<Icon name={icon} />} onClick={() => carryOut(act, tracked)}>
            {label}
          </Menu.Item>,
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
