import type { Zone } from '@waymark/domain/time/zone';
import { iconOf, type Marker } from '@waymark/domain/path/marker';
import { isManual, type RunPassage } from '@waymark/domain/run/run';
import { Time } from '#/ui/clock/Time.tsx';
import type { ReactNode } from 'react';
import { runIcons } from '#/map/icons/run-icons.ts';
import { useIsMapLow } from '#/map/camera/map-room.ts';
import { useLayerChoice } from '#/map/tiles/layer-choice.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import { coversMap } from '#/ui/window/window-store.ts';
import { useUnits } from '#/features/units/units.ts';
import { formatDistance } from '@waymark/domain/units/quantity';
import { useEditor } from '#/features/planning/editor/editor-store.ts';
import { minimiseMarkerCard, selectMarker, selectRun, useTracking } from '#/features/runs/run-selection.ts';
import { t } from '#/language/t.ts';
import { useLiveRun, type LiveRun } from '../use-live-run.ts';
import {
  describeLack,
  describeLink,
  describeMarkerEta,
  findNeighbours,
  listMarkerPassages,
} from './marker-card.view.ts';
import { SilencedLines } from '../SilencedLines.tsx';
import { placeOf } from '../silenced-markers.ts';
import { MarkerActs } from './MarkerActs.tsx';
import styles from './MarkerCard.module.css';

function Figure({
  label,
  aside,
  children,
}: {
  readonly label: string;
  readonly aside?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd title={typeof children === 'string' ? children : undefined}>
        {children}
        {aside !== undefined && aside !== '' && <small>{aside}</small>}
      </dd>
    </div>
  );
}

interface LastPassageProps {
  readonly passage: RunPassage;
  readonly others: number;
  readonly line: Zone | undefined;
}

function LastPassage({ passage, others, line }: LastPassageProps) {
  const words = passage.isVerified ? t('Verified') : t('Not verified');
  return (
    <p className={styles.passage} data-verified={passage.isVerified || undefined}>
      <Icon name={passage.isVerified ? 'check' : 'help'} size={14} stroke={1.8} />
      <Time className={styles.time} of={passage.passageAt} line={line} saysUtc />
      <span>{words}</span>
      <span className={styles.quiet}>
        {isManual(passage) ? t('[manual passage]') : passage.uid}
        {others > 0 && `, ${t('{number} more', { number: others })}`}
      </span>
    </p>
  );
}

function Body({ live, marker }: { readonly live: LiveRun; readonly marker: Marker }) {
  const units = useUnits();
  const eta = describeMarkerEta(live, marker);
  const link = describeLink(marker);
  const passages = listMarkerPassages(live.run, marker);
  const lack = describeLack(live, marker);
  const [last] = passages;
  return (
    <>
      <dl className={styles.figures}>
        <Figure label={t('ETA')} aside={eta.aside}>
          {eta.text}
        </Figure>
        <Figure label={t('From launch')}>{formatDistance(marker.fromLaunchM, units)}</Figure>
        <Figure label={t('Linked UID')} aside={link.aside}>
          {link.text}
        </Figure>
        <Figure label={t('Passages')}>{String(passages.length)}</Figure>
      </dl>
      {last && <LastPassage passage={last} others={passages.length - 1} line={live.run.path.timeZone} />}
      {lack !== null && (
        <p className={styles.lack}>
          <Icon name="warning" size={14} stroke={1.7} />
          {lack}
        </p>
      )}
      {marker.note !== '' && <p className={styles.note}>{marker.note}</p>}
      <SilencedLines place={placeOf(live.run, marker)} now={live.now} line={live.run.path.timeZone} />
      <MarkerActs run={live.run} marker={marker} />
    </>
  );
}

function Turn({ live, name }: { readonly live: LiveRun; readonly name: string | null }) {
  const { runId } = live.run;
  const { previous, next } = findNeighbours(live.run, name);
  return (
    <>
      <IconButton
        icon="chevronLeft"
        label={t('Previous marker')}
        isSmall
        onClick={() => selectMarker(runId, previous)}
      />
      <IconButton icon="chevronRight" label={t('Next marker')} isSmall onClick={() => selectMarker(runId, next)} />
    </>
  );
}

const close = () => selectRun(null);

function ChosenMarker({ live, marker }: { readonly live: LiveRun; readonly marker: Marker }) {
  const { runId, pig } = live.run;
  const isMapLow = useIsMapLow();
  const isMinimised = useTracking(({ minimisedMarkers }) => minimisedMarkers.get(runId) ?? isMapLow);
  return (
    <section
      className={styles.card}
      aria-label={t('Marker {name}', { name: marker.name })}
      {...coversMap}
      data-on-low-map={isMapLow || undefined}
    >
      <header className={styles.head}>
        <img src={runIcons[iconOf(marker)]} width={28} height={28} alt="" draggable={false} />
        <h2 className={styles.name} title={marker.name}>
          {marker.name}
        </h2>
        <span className={styles.tags}>
          <Tag>{marker.state}</Tag>
          <Tag>{marker.description}</Tag>
        </span>
        <span className={styles.pig}>{isMinimised ? describeMarkerEta(live, marker).text : pig}</span>
        <Turn live={live} name={marker.name} />
        <IconButton
          icon={isMinimised ? 'chevronUp' : 'minimise'}
          label={isMinimised ? t('Show the marker in full') : t('Minimise the marker')}
          aria-expanded={!isMinimised}
          isSmall
          onClick={() => minimiseMarkerCard(runId, !isMinimised)}
        />
        <IconButton icon="close" label={t('Close')} isSmall onClick={close} />
      </header>
      {!isMinimised && <Body live={live} marker={marker} />}
    </section>
  );
}

function NoMarker({ live }: { readonly live: LiveRun }) {
  const isMapLow = useIsMapLow();
  const isCardInFull = useTracking(({ minimisedCards }) => [...minimisedCards.values()].includes(false));
  // An expanded run card needs the space.
  if (isMapLow && isCardInFull) return null;
  return (
    <section
      className={styles.card}
      aria-label={t('Marker')}
      {...coversMap}
      data-empty
      data-on-low-map={isMapLow || undefined}
    >
      <header className={styles.head}>
        <h2 className={styles.none}>{t('No Marker Selected')}</h2>
        <span className={styles.pig}>{live.run.pig}</span>
        <Turn live={live} name={null} />
        <IconButton icon="close" label={t('Close')} isSmall onClick={close} />
      </header>
    </section>
  );
}

function CardOfRun({ runId, markerName }: { readonly runId: number; readonly markerName: string | null }) {
  const live = useLiveRun(runId);
  useEscapeKey(() => {
    close();
    return true;
  });
  if (!live) return null;
  const marker = live.run.path.markers.find(({ name }) => name === markerName);
  return marker ? <ChosenMarker live={live} marker={marker} /> : <NoMarker live={live} />;
}

/** Shows the chosen marker of the chosen run, below the map's middle. */
export function MarkerCard() {
  const runId = useTracking((tracking) => tracking.runId);
  const markerName = useTracking((tracking) => tracking.markerName);
  // The map is in use for choosing a place.
  const isPlacing = useTracking(({ placeTool }) => placeTool !== null);
  const isAway = useLayerChoice(({ areRunsHidden }) => areRunsHidden) || isPlacing;
  const isEditing = useEditor(({ draft }) => draft !== null);
  return runId !== null && !isAway && !isEditing && <CardOfRun runId={runId} markerName={markerName} />;
}
