import { SegmentedControl } from '@mantine/core';
import { formatDuration } from '@waymark/domain/run/estimate/location-message';
import type { Run } from '@waymark/domain/run/run';
import type { Zone } from '@waymark/domain/time/zone';
import { Time } from '#/ui/clock/Time.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { formatQuantity, unitOf, writeNumber } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { useQuery } from '@tanstack/react-query';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { alertsOfRunQuery } from '#/features/alerts/alerts.data.ts';
import { useUnits } from '#/features/units/units.ts';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { logFailure } from '#/api/api-error.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { usePlotSize } from '#/ui/plot/plot-hooks.ts';
import { openPassageWindow } from '#/features/devices/windows/device-windows.ts';
import { useServerNow } from '#/live/clock-store.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { useFinished } from '#/features/runs/finished-store.ts';
import { useFinishedRun } from '#/features/finished-runs/use-finished-run.ts';
import { nameNext, readEnd, readNext } from '../cards/run-card.view.ts';
import { describeAlarm, DOUBTFUL, joinEta, OVERDUE, type EtaWords } from '../knowledge.view.ts';
import { outlookOf } from '#/features/runs/tracked-run.ts';
import { useIsAdmin } from '#/features/notifications/current-user.data.ts';
import { describeLive, useLiveRun, type LiveRun } from '../use-live-run.ts';
import { LateElevation } from './LateElevation.tsx';
import { NextMarkers } from './NextMarkers.tsx';
import type { Across, View } from './scales.ts';
import { StringlineChart } from './StringlineChart.tsx';
import { closeStringline, useStringlines } from '#/features/runs/stringline-store.ts';
import { t } from '#/language/t.ts';
import { StringlineLegend } from './StringlineLegend.tsx';
import { countDots, drawStringline, type Dot, type Stringline } from './stringline.view.ts';
import { TimelinePicture } from './TimelinePicture.tsx';
import { readLightColours, useChartColours } from './use-chart-colours.ts';
import { saveBlob } from '#/ui/field/save-file.ts';
import styles from './Stringline.module.css';

const PICTURE_RATIO = 2;

const SIZE = { width: 1120, height: 720 };
const ACROSS = [
  { value: 'distance', label: t('Distance') },
  { value: 'markers', label: t('Markers') },
] as const;

function Readout({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.readout}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface OverReadoutsProps {
  readonly run: Run;
  readonly line: Stringline;
  readonly units: UnitSystem;
}

function OverReadouts({ run: { launchAt, completedAt, path }, line, units }: OverReadoutsProps) {
  const seconds = launchAt === null || completedAt === null ? 0 : (completedAt - launchAt) / 1000;
  return (
    <dl className={styles.readouts}>
      <Readout label={t('Launch time')}>
        {launchAt === null ? '–' : <Time of={launchAt} line={path.timeZone} saysUtc />}
      </Readout>
      <Readout label={t('Receive time')}>
        {completedAt === null ? '–' : <Time of={completedAt} line={path.timeZone} saysUtc />}
      </Readout>
      <Readout label={t('Duration')}>{formatDuration(seconds)}</Readout>
      <Readout label={t('Length')}>{formatQuantity('far', line.lengthM, units, 1)}</Readout>
      <Readout label={t('Average speed')}>
        {seconds > 0 ? formatQuantity('speed', line.lengthM / seconds, units) : '–'}
      </Readout>
      <Readout label={t('Passed')}>{countDots(line.dots)}</Readout>
    </dl>
  );
}

/** The place of an overdue pig is a range. */
function describeTracked({ knowledge: { search, pigM }, course }: LiveRun, units: UnitSystem): string {
  const write = (metres: number) => writeNumber('far', metres, units, 1);
  const gone = search
    ? t('{from} to {to}', { from: write(search.from.distanceM), to: write(search.to.distanceM) })
    : write(pigM);
  return `${gone} / ${write(course.lengthM)} ${unitOf('far', units).name}`;
}

const joinWords = (words: EtaWords): string =>
  words.note === OVERDUE ? joinEta(words) : [words.value, words.note].filter((word) => word !== '').join(' ');

interface ReadoutsProps {
  readonly live: LiveRun;
  readonly line: Stringline;
  readonly now: number;
  readonly units: UnitSystem;
}

/** A completion time that has gone by does not stand as one. */
function Completion({ live, now, zone }: Pick<ReadoutsProps, 'live' | 'now'> & { readonly zone: Zone }) {
  const { endEtaS } = live.estimate;
  const end = readEnd(live, zone);
  if (endEtaS === null) return t('n/a (Paused)');
  if (endEtaS <= 0 || !['', DOUBTFUL].includes(end.note)) return joinWords(end);
  return (
    <>
      <Time of={now + endEtaS * 1000} line={live.run.path.timeZone} form="minute" saysUtc />
      {end.note === DOUBTFUL && `, ${end.note}`}
    </>
  );
}

function Readouts({ live, line, now, units }: ReadoutsProps) {
  const { run, reckoning } = live;
  const zone = useZone(run.path.timeZone);
  const next = readNext(live, zone);
  const alarm = describeAlarm(live);
  if (run.completedAt !== null) return <OverReadouts {...{ run, line, units }} />;
  return (
    <dl className={styles.readouts}>
      <Readout label={t('Launch time')}>
        {run.launchAt === null ? '–' : <Time of={run.launchAt} line={run.path.timeZone} saysUtc />}
      </Readout>
      <Readout label={t('Tracked')}>{describeTracked(live, units)}</Readout>
      <Readout label={t('Speed')}>{formatQuantity('speed', reckoning.speed, units)}</Readout>
      <Readout label={next.label}>{joinWords(next)}</Readout>
      <Readout label={t('Run completion')}>
        <Completion {...{ live, now, zone }} />
      </Readout>
      <Readout label={t('Passed')}>{countDots(line.dots)}</Readout>
      {alarm && <Readout label={alarm.tag || t('State')}>{alarm.text}</Readout>}
    </dl>
  );
}

const NO_ALERTS: readonly Alert[] = [];
const useAlertsOf = (runId: number) => useQuery(alertsOfRunQuery(runId)).data?.alerts ?? NO_ALERTS;

const describeLegend = ({ isOver, search }: Stringline, alerts: readonly Alert[]) => ({
  isOver,
  hasSearch: search !== null,
  hasAlerts: alerts.length > 0,
});

const wholeOf = ({ lengthM, from, to }: Stringline): View => ({ fromM: 0, toM: lengthM, from, to });

function openDot({ opens }: Dot): void {
  if (opens) openPassageWindow({ ...opens, source: 'selected_passage' });
}

interface TimelineActsProps {
  readonly across: Across;
  readonly setAcross: (across: Across) => void;
  readonly save: () => void;
  /** null: the chart shows the whole run. */
  readonly onWhole: (() => void) | null;
}

function TimelineActs({ across, setAcross, save, onWhole }: TimelineActsProps) {
  return (
    <div className={styles.acts}>
      {onWhole && (
        <Button size="small" onClick={onWhole}>
          {t('Whole run')}
        </Button>
      )}
      <SegmentedControl aria-label={t('Across')} size="xs" data={[...ACROSS]} value={across} onChange={setAcross} />
      <Button size="small" icon="download" onClick={save}>
        {t('PNG')}
      </Button>
    </div>
  );
}

function Timeline({ live }: { readonly live: LiveRun }) {
  const serverNow = useServerNow();
  const now = live.run.completedAt ?? serverNow;
  const colours = useChartColours();
  const units = useUnits();
  const zone = useZone(live.run.path.timeZone);
  const frame = useRef<HTMLDivElement>(null);
  const size = usePlotSize(frame);
  const [across, setAcross] = useState<Across>('distance');
  const [zoomed, setZoomed] = useState<View | null>(null);
  const { run, reckoning } = live;
  const line = drawStringline(live, run.completedAt === null ? outlookOf(live).forecast : null, now);
  const shown = {
    view: zoomed ?? wholeOf(line),
    nextName: line.isOver ? null : nameNext(live),
    speed: reckoning.speed,
    line,
    alerts: useAlertsOf(run.runId),
    across,
    units,
    zone,
  };
  const save = () => {
    const picture = <TimelinePicture {...shown} run={run} now={now} colours={readLightColours()} />;
    savePicture(drawPicture(picture), `${run.pig}_${run.runId}_timeline.png`).catch(logFailure);
  };
  return (
    <div className={styles.window}>
      <div className={styles.head}>
        <Readouts {...{ live, line, now, units }} />
        <TimelineActs {...{ across, setAcross, save }} onWhole={zoomed && (() => setZoomed(null))} />
      </div>
      <div className={styles.stage}>
        <div ref={frame} className={styles.frame}>
          {size && size.width > 0 && (
            <StringlineChart
              markers={run.path.markers}
              expectedSpeed={run.path.expectedSpeed}
              onZoom={setZoomed}
              onOpen={openDot}
              {...shown}
              {...{ size, colours }}
            />
          )}
        </div>
        <NextMarkers line={line} now={now} zone={zone} />
      </div>
      <LateElevation {...{ live, size, across, units, colours }} view={shown.view} />
      <StringlineLegend {...describeLegend(line, shown.alerts)} colours={colours} />
    </div>
  );
}

/** An active run is updated every second; a completed one stays as it was. */
function useShownRun(runId: number) {
  const active = useLiveRun(runId);
  const isAdmin = useIsAdmin();
  const isGone = useFinished(({ gone }) => gone.has(runId));
  const areLoaded = useRuns(({ isLoaded, error }) => isLoaded || error !== null);
  // Viewers may not read the passages.
  const finished = useFinishedRun(runId, areLoaded && active === undefined && isAdmin);
  const completedAt = finished.data?.run.completedAt ?? null;
  const over =
    finished.data && completedAt !== null && !isGone ? describeLive(finished.data, undefined, completedAt) : undefined;
  return {
    finished,
    shown: active ?? over,
    named: active ?? finished.data,
    isThere: (isAdmin || !areLoaded) && !isGone,
  };
}

/** The run as a stringline, with its speeds. */
export function StringlineWindow({ runId }: { readonly runId: number }) {
  const { shown, named, finished, isThere } = useShownRun(runId);
  const subtitle = named && t('Run {runId}, {path}, timeline', { runId, path: named.run.path.name });
  return (
    <FloatingWindow
      id={`timeline-${runId}`}
      kind="timeline"
      title={named?.run.pig ?? t('Timeline')}
      subtitle={subtitle}
      initialSize={SIZE}
      onClose={() => closeStringline(runId)}
    >
      {shown && <Timeline live={shown} />}
      {!shown && isThere && (
        <LoadedData query={finished} what={t('Pig run')} widths={[300, 420, 360]}>
          {() => null}
        </LoadedData>
      )}
      {!shown && !isThere && <EmptyState>{t('This run is no longer active.')}</EmptyState>}
    </FloatingWindow>
  );
}

/** Renders a picture with React outside the page. It contains its colours and icons. */
function drawPicture(picture: ReactNode): SVGSVGElement {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(picture));
  const svg = place.querySelector('svg')?.cloneNode(true);
  root.unmount();
  if (!(svg instanceof SVGSVGElement)) throw new Error(t('The picture is empty.'));
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return svg;
}

async function savePicture(svg: SVGSVGElement, name: string): Promise<void> {
  const [width, height] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * PICTURE_RATIO;
  canvas.height = height * PICTURE_RATIO;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob) saveBlob(name, blob);
}

export function StringlineWindows() {
  const open = useStringlines((lines) => lines.open);
  return open.map((runId) => <StringlineWindow key={runId} runId={runId} />);
}
