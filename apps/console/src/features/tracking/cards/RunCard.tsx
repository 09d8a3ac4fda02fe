import { useRef } from 'react';
import { estimateSpan } from '@waymark/domain/run/estimate/interval';
import { useIsMapLow } from '#/map/camera/map-room.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { staysClear } from '#/ui/window/window-store.ts';
import { useDistanceUnit } from '#/features/runs/distance-unit.ts';
import { outlookOf, type TrackedRun } from '#/features/runs/tracked-run.ts';
import { showStretch } from '../show-stretch.ts';
import { minimiseCard, selectRun, showCardAlone, useTracking } from '#/features/runs/run-selection.ts';
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
import styles from './RunCard.module.css';
import { KnowledgeLines } from './KnowledgeLines.tsx';
import { RunMenu } from './RunMenu.tsx';
import { RunStrip } from './RunStrip.tsx';
import { useLaunchFocus } from './use-launch-focus.ts';

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
  const unit = useDistanceUnit((setting) => setting.unit);
  const { forecast } = outlookOf(live);
  const span = forecast && estimateSpan(forecast, live.now);
  const { search } = live.knowledge;
  const wayGone = describeWayGone(live.knowledge, live.course.lengthM, unit);
  return (
    <>
      <dl className={styles.figures}>
        <Figure {...readSpeed(live)} />
        <Figure {...readNext(live)} />
        <Figure {...readEnd(live)} />
      </dl>
      <KnowledgeLines live={live} />
      <RunStrip live={live} label={wayGone} />
      <div className={styles.foot}>
        <span>{wayGone}</span>
        {search ? (
          <Button size="tiny" icon="search" onClick={() => showStretch(live, search)}>
            Zoom to stretch
          </Button>
        ) : (
          <span title={describeChances(live.run)}>{describeArrival(live, span, live.now)}</span>
        )}
      </div>
    </>
  );
}

interface RunCardProps {
  readonly tracked: TrackedRun;
  /** There are other cards: the head identifies this one and selects it. */
  readonly isOneOfSeveral: boolean;
}

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
  const choose = useRef<HTMLButtonElement>(null);
  useLaunchFocus(choose, runId);
  if (!live) return null;
  return (
    <section
      className={styles.card}
      aria-label={`Run ${runId}, ${pig}`}
      data-on-low-map={isMapLow || undefined}
      {...staysClear}
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
          <span className={styles.short} title={describeShortly(live)}>
            {describeShortly(live)}
          </span>
        ) : (
          <>
            <Tag>Run {runId}</Tag>
            <span className={styles.path} title={path.name}>
              {path.name}
            </span>
          </>
        )}
        <RunMenu tracked={tracked} />
        <IconButton
          icon={isMinimised ? 'chevronDown' : 'minimise'}
          label={isMinimised ? `Show ${pig} in full` : `Minimise ${pig}`}
          isSmall
          onClick={toggle}
        />
      </header>
      {!isMinimised && <Figures live={live} />}
    </section>
  );
}
