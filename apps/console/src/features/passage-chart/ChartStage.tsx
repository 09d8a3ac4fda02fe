import { UTC, writeZoneAt } from '@waymark/domain/time/zone';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '#/ui/button/IconButton.tsx';
import type { PlotCursor } from '#/ui/plot/draw-plot.ts';
import { exportPlot } from '#/ui/plot/export-plot.ts';
import { Legend } from '#/ui/plot/Legend.tsx';
import type { Span } from '@waymark/domain/chart/axis';
import { t } from '#/language/t.ts';
import type { PlotModel } from '#/ui/plot/plot-model.ts';
import { Plot } from '#/ui/plot/Plot.tsx';
import { writeClock } from '#/ui/plot/ticks.ts';
import { usePlotColours } from '#/ui/plot/plot-hooks.ts';
import { fitSpan, zoomSpan } from '#/ui/plot/zoom.ts';
import { saveBlob } from '#/ui/field/save-file.ts';
import { showError } from '#/ui/toast/toasts.ts';
import { readPlotKey } from './chart-keys.ts';
import { findStepOf, readOut, snapToSample, summarise } from './chart-model.ts';
import { namePassageFile } from './passage-csv.ts';
import type { PassageChart } from './passage.data.ts';
import { readTime, titlePassage } from './passage.view.ts';
import styles from './PassageWindow.module.css';

/** Too few samples to be readable; zooming stops here. */
const LEAST_SAMPLES = 8;
const KEY_ZOOM = 0.7;

/** Resets the zoom for another passage or axis. */
function useZoom(model: PlotModel, of: string) {
  const [zoom, setZoom] = useState<{ readonly of: string; readonly span: Span } | null>(null);
  const span = zoom?.of === of ? zoom.span : null;
  const least = LEAST_SAMPLES * findStepOf(model);
  return {
    across: span ?? model.across,
    isZoomed: span !== null,
    show: (wanted: Span) => {
      const fitted = fitSpan(wanted, model.across, least);
      setZoom(fitted.to - fitted.from < model.across.to - model.across.from ? { of, span: fitted } : null);
    },
    reset: () => setZoom(null),
  };
}

interface ChartStageProps {
  readonly chart: PassageChart;
  readonly model: PlotModel;
  /** "ELF wave" */
  readonly what: string;
  readonly isPicking: boolean;
  readonly onPick: (at: number) => void;
  /** Beside the legend. */
  readonly children: ReactNode;
}

/** The place that pointer or keys point at, and its values; while a time is picked it stays visible. */
function useCursor(model: PlotModel, passageAt: number, isPicking: boolean) {
  const [hover, setHover] = useState<{ readonly of: PlotModel['axis']; readonly at: number } | null>(null);
  const [told, setTold] = useState('');
  const hoverAt = hover?.of === model.axis ? hover.at : null;
  const pointed = hoverAt ?? (isPicking ? passageAt : null);
  const at = pointed === null ? null : snapToSample(model, pointed).at;
  const read = (place: number) => (isPicking ? writeClock(place, 1, model.zone) : readOut(model, place, passageAt));
  const cursor: PlotCursor | null = at === null ? null : { at, text: read(at), isPicking };
  const moveTo = (next: number | null) => {
    if (next !== null) setHover({ of: model.axis, at: next });
    // While a time is picked or confirmed, the cursor stays visible.
    else if (!isPicking) setHover(null);
  };
  const step = (steps: number) => {
    const from = at ?? (model.axis === 'time' ? passageAt : model.across.from);
    const next = Math.min(model.across.to, Math.max(model.across.from, from + steps * findStepOf(model)));
    moveTo(next);
    setTold(read(snapToSample(model, next).at));
  };
  return { at, cursor, told, moveTo, step };
}

/** The plot with its legend: zoom, cursor and export as a picture. */
export function ChartStage({ chart, model, what, isPicking, onPick, children }: ChartStageProps) {
  const { row } = chart;
  const passageAt = readTime(row.passageTimeStamp);
  const colours = usePlotColours();
  const zoom = useZoom(model, `${row.passageId} ${model.axis}`);
  const { at, cursor, told, moveTo, step } = useCursor(model, passageAt, isPicking);
  const pick = (place: number) => isPicking && onPick(Math.round(snapToSample(model, place).at));
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.ctrlKey || event.altKey || event.metaKey ? null : readPlotKey(event, isPicking);
    if (key === null) return;
    event.preventDefault();
    const middle = at ?? (zoom.across.from + zoom.across.to) / 2;
    if (key === 'left' || key === 'right') step(key === 'left' ? -1 : 1);
    else if (key === 'nearer' || key === 'farther')
      zoom.show(zoomSpan(zoom.across, middle, key === 'nearer' ? KEY_ZOOM : 1 / KEY_ZOOM));
    else if (key === 'all') zoom.reset();
    else if (at !== null) pick(at);
  };
  const savePicture = async () => {
    const picture = { model, across: zoom.across, cursor: null, selection: null };
    const blob = await exportPlot({
      title: titlePassage(row, model.zone),
      subtitle: `${t('AGM {uid}', { uid: row.uid })}, ${what}, ${writeZoneAt(passageAt, model.zone ?? UTC)}`,
      picture,
      colours,
    });
    if (blob) saveBlob(namePassageFile(row, 'png'), blob);
    else showError({ message: t('The picture was not made') });
  };
  return (
    <>
      <div className={styles.stageHead}>
        <Legend lines={model.lines} colours={colours} />
        {zoom.isZoomed && <IconButton icon="restore" label={t('Show all')} isSmall onClick={zoom.reset} />}
        {children}
        <IconButton icon="camera" label={t('Save picture')} isSmall onClick={() => void savePicture()} />
      </div>
      <Plot
        model={model}
        across={zoom.across}
        cursor={cursor}
        isPicking={isPicking}
        label={t('{what} of detection count {number}', { what, number: row.detectionCount })}
        summary={summarise(model, passageAt)}
        onHover={moveTo}
        onZoom={zoom.show}
        onReset={zoom.reset}
        onClick={pick}
        onKeyDown={onKeyDown}
      />
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </>
  );
}
