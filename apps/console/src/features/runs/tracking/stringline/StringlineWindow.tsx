import { SegmentedControl } from '@mantine/core';
import { forecastRun } from '@waymark/domain/run/forecast';
import { formatEta } from '@waymark/domain/run/location-message';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { metresPerSecond, metresPerSecondToMph } from '@waymark/domain/units/speed';
import { useRef, useState, type ReactNode } from 'react';
import { logFailure } from '../../../../api/log-failure.ts';
import { Button } from '../../../../ui/Button.tsx';
import { EmptyState } from '../../../../ui/DataState.tsx';
import { FloatingWindow } from '../../../../ui/FloatingWindow.tsx';
import { usePlotSize } from '../../../../ui/plot/use-plot-size.ts';
import { openPassageWindow } from '../../../devices/device-windows.ts';
import { useServerNow } from '../../../devices/use-server-now.ts';
import { useLiveRun, type LiveRun } from '../use-live-run.ts';
import { NextMarkers } from './NextMarkers.tsx';
import { saveChart } from './save-chart.ts';
import type { Across, View } from './scales.ts';
import { StringlineChart } from './StringlineChart.tsx';
import styles from './Stringline.module.css';
import { closeStringline } from './stringline-store.ts';
import { StringlineLegend } from './StringlineLegend.tsx';
import { countDots, drawStringline, type Dot, type Stringline } from './stringline.view.ts';
import { useChartColours } from './use-chart-colours.ts';

const SIZE = { width: 1120, height: 720 };
const ACROSS = [{ value: 'distance', label: 'Distance' }, { value: 'markers', label: 'Markers' }] as const;

const km = (metres: number) => (metres / 1000).toFixed(1);
const mph = (speed: number) => metresPerSecondToMph(metresPerSecond(speed)).toFixed(2);

function Readout({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.readout}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Readouts({ live, line, now }: { readonly live: LiveRun; readonly line: Stringline; readonly now: number }) {
  const { run, reckoning, estimate, etas } = live;
  const next = run.path.markers[reckoning.next];
  const { endEtaS } = estimate;
  return (
    <dl className={styles.readouts}>
      <Readout label="Launch time">{run.launchAt === null ? '–' : formatUtcSecond(run.launchAt)}</Readout>
      <Readout label="Tracked">{`${km(estimate.distanceM)} / ${km(line.lengthM)} km`}</Readout>
      <Readout label="Speed">{`${mph(reckoning.speed)} mph`}</Readout>
      <Readout label={next ? `To ${next.name}` : 'Next marker'}>{etas.isPaused ? 'n/a (Paused)' : formatEta(etas.nextS)}</Readout>
      <Readout label="Run completion">{endEtaS === null ? 'n/a (Paused)' : formatUtcSecond(now + endEtaS * 1000).slice(0, 16)}</Readout>
      <Readout label="Passed">{countDots(line.dots)}</Readout>
    </dl>
  );
}

const wholeOf = ({ lengthM, from, to }: Stringline): View => ({ fromM: 0, toM: lengthM, from, to });

function openDot({ opens }: Dot): void {
  if (opens) openPassageWindow({ ...opens, source: 'selected_passage' });
}

function Timeline({ live }: { readonly live: LiveRun }) {
  const now = useServerNow();
  const colours = useChartColours();
  const frame = useRef<HTMLDivElement>(null);
  const size = usePlotSize(frame);
  const [across, setAcross] = useState<Across>('distance');
  const [zoomed, setZoomed] = useState<View | null>(null);
  const { run, course, reckoning } = live;
  const line = drawStringline(live, forecastRun(run, course, reckoning), now);
  const save = () => {
    const svg = frame.current?.querySelector('svg');
    if (svg) saveChart(svg, `${run.pig}_${run.runId}_timeline.png`).catch(logFailure);
  };
  return (
    <div className={styles.window}>
      <header className={styles.head}>
        <Readouts live={live} line={line} now={now} />
        <div className={styles.acts}>
          {zoomed && <Button size="small" onClick={() => setZoomed(null)}>Whole run</Button>}
          <SegmentedControl aria-label="Across" size="xs" data={[...ACROSS]} value={across} onChange={(value) => setAcross(value === 'markers' ? 'markers' : 'distance')} />
          <Button size="small" icon="download" onClick={save}>PNG</Button>
        </div>
      </header>
      <div ref={frame} className={styles.frame}>
        {size && size.width > 0 && (
          <StringlineChart
            markers={run.path.markers}
            nextName={run.path.markers[reckoning.next]?.name ?? null}
            view={zoomed ?? wholeOf(line)}
            expectedSpeed={run.path.expectedSpeed}
            speed={reckoning.speed}
            onZoom={setZoomed}
            onOpen={openDot}
            {...{ line, across, size, colours }}
          />
        )}
        <NextMarkers next={line.next} now={now} />
      </div>
      <StringlineLegend colours={colours} />
    </div>
  );
}

/** The run as a stringline, with its speeds. */
export function StringlineWindow({ runId }: { readonly runId: number }) {
  const live = useLiveRun(runId);
  const subtitle = live && `Run ${runId}, ${live.run.path.pigRunName}, timeline`;
  return (
    <FloatingWindow id={`timeline-${runId}`} kind="timeline" title={live?.run.pig ?? 'Timeline'} subtitle={subtitle} initialSize={SIZE} onClose={() => closeStringline(runId)}>
      {live ? <Timeline live={live} /> : <EmptyState>This run is no longer active.</EmptyState>}
    </FloatingWindow>
  );
}
