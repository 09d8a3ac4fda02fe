import { markTexts } from '@waymark/domain/language/translate';
import { drawRun, type Dot, type DotKind, type DrawnRun } from '@waymark/domain/run/draw-run';
import { isAhead, judgeDue, listNextMarkers } from '@waymark/domain/run/estimate/due';
import { predictArrival } from '@waymark/domain/run/estimate/estimate';
import type { Forecast } from '@waymark/domain/run/estimate/forecast';
import { estimateArrivals } from '@waymark/domain/run/estimate/interval';
import type { MarkerKnowledge } from '@waymark/domain/run/estimate/knowledge';
import type { Marker } from '@waymark/domain/path/marker';
import { describeDue, joinEta } from '../knowledge.view.ts';
import { outlookOf } from '#/features/runs/tracked-run.ts';
import { t } from '#/language/t.ts';
import type { LiveRun } from '../use-live-run.ts';

export type { Dot, DotKind, Search, StringPoint } from '@waymark/domain/run/draw-run';

// The stringline chart of a run, with the words for its next markers.

export interface NextMarker {
  readonly name: string;
  readonly distanceM: number;
  readonly at: number;
  readonly state: MarkerKnowledge;
  /** Replaces the time; null: the time is still to come. */
  readonly due: string | null;
  /** null: there is no estimate for a marker whose latest time is over. */
  readonly earliest: number | null;
  readonly latest: number | null;
}

export interface Stringline extends DrawnRun {
  readonly next: readonly NextMarker[];
}

const MOST_NEXT = 5;

function listNext(live: LiveRun, forecast: Forecast | null, now: number): NextMarker[] {
  const { reckoning, knowledge } = live;
  const ahead = listNextMarkers(outlookOf(live), now, MOST_NEXT);
  const stateOf = ({ name }: Marker) => knowledge.markers.get(name) ?? 'expected';
  const dues = new Map(
    ahead.map((marker) => [marker, describeDue(live, { name: marker.name, distanceM: marker.fromLaunchM })]),
  );
  const claimed = ahead.filter(({ name, fromLaunchM: distanceM }) =>
    isAhead(judgeDue(outlookOf(live), { name, distanceM }, now)),
  );
  const distancesM = claimed.map(({ fromLaunchM }) => fromLaunchM);
  const spans = forecast ? estimateArrivals(forecast, distancesM, now) : [];
  return ahead.flatMap((marker): NextMarker[] => {
    const { name, fromLaunchM: distanceM } = marker;
    const at = predictArrival(reckoning, distanceM);
    if (at === null) return [];
    const span = spans[claimed.indexOf(marker)] ?? null;
    const [earliest, latest] = [span && now + 1000 * span.lowS, span && now + 1000 * span.highS];
    const words = dues.get(marker);
    const due = words ? joinEta(words) : null;
    return [{ name, distanceM, at, state: stateOf(marker), due, earliest, latest }];
  });
}

/** A completed run does not depend on `now`. */
export function drawStringline(live: LiveRun, forecast: Forecast | null, now: number): Stringline {
  const drawn = drawRun({ ...live, outlook: outlookOf(live) }, forecast, now);
  return { ...drawn, next: drawn.isOver ? [] : listNext(live, forecast, now) };
}

export const DOT_NAMES: Readonly<Record<DotKind, string>> = {
  verified: t('verified'),
  manual: t('manual'),
  unverified: t('unverified'),
  missed: t('missed'),
  overdue: t('overdue'),
  unwatched: t('unwatched'),
};

const COUNTED: Readonly<Record<DotKind, string>> = markTexts({
  verified: '{number} verified',
  manual: '{number} manual',
  unverified: '{number} unverified',
  missed: '{number} missed',
  overdue: '{number} overdue',
  unwatched: '{number} unwatched',
});

/** "8 verified, 1 manual, 2 missed"; zero counts and markers that the pig has not passed are left out. */
export function countDots(dots: readonly Dot[]): string {
  const kinds: readonly DotKind[] = ['verified', 'manual', 'unverified', 'missed', 'unwatched'];
  const counts = kinds
    .map((kind) => [dots.filter((dot) => dot.kind === kind).length, kind] as const)
    .filter(([count]) => count > 0);
  return counts.length === 0 ? t('none') : counts.map(([number, kind]) => t(COUNTED[kind], { number })).join(', ');
}
