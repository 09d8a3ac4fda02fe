import type { RouteReply } from '@waymark/contract/route';
import type { wallboardsRoutes } from '@waymark/contract/routes/wallboards';
import { severityOf, type Severity } from '@waymark/domain/alert/alert-kind';
import type { UnitSystem } from '@waymark/domain/units/system';
import { LOCALE } from '#/language/t.ts';

// The pages of a wallboard, one after the other.

export type Board = RouteReply<typeof wallboardsRoutes.readBoard>;
export type BoardRun = Board['runs'][number];
export type BoardAlert = Board['alerts'][number];

export type WallPageContent =
  | { readonly kind: 'runs'; readonly runs: readonly BoardRun[] }
  | { readonly kind: 'map' }
  | { readonly kind: 'alerts' };

const RUNS_PER_PAGE = 4;

/** Pages of four runs, the gravest first, then the map, then alerts and links. */
export function listPages({ runs }: Pick<Board, 'runs'>): readonly WallPageContent[] {
  const starts = Array.from({ length: Math.max(1, Math.ceil(runs.length / RUNS_PER_PAGE)) }, (_none, at) => at);
  return [
    ...starts.map((at) => ({ kind: 'runs' as const, runs: runs.slice(at * RUNS_PER_PAGE, (at + 1) * RUNS_PER_PAGE) })),
    { kind: 'map' },
    { kind: 'alerts' },
  ];
}

const EVERY_S = { least: 5, most: 600, usual: 20 } as const;

/** `?every=30`: seconds that each page stays. */
export function readEveryS(search: string): number {
  const asked = Number(new URLSearchParams(search).get('every') ?? '');
  if (!Number.isFinite(asked) || asked <= 0) return EVERY_S.usual;
  return Math.min(EVERY_S.most, Math.max(EVERY_S.least, asked));
}

const isUrgent = ({ kind, hasEnded, isAcknowledged, isSilenced }: BoardAlert) =>
  severityOf(kind) === 'urgent' && !hasEnded && !isAcknowledged && !isSilenced;

/** They stand above every page and stop the turning until a user acknowledges them. */
export const listUrgent = ({ alerts }: Pick<Board, 'alerts'>): readonly BoardAlert[] => alerts.filter(isUrgent);

const RANKS: Readonly<Record<Severity, number>> = { urgent: 0, warning: 1, notice: 2 };

/** Sorts alerts whose cause holds first, then those that wait for a user, then by severity, then the newest. */
export function sortAlerts(alerts: readonly BoardAlert[]): readonly BoardAlert[] {
  const rank = ({ kind, hasEnded, isAcknowledged, isSilenced }: BoardAlert) =>
    (hasEnded ? 100 : 0) + (isAcknowledged || isSilenced ? 10 : 0) + RANKS[severityOf(kind)];
  return alerts.toSorted((one, other) => rank(one) - rank(other) || other.raisedAt - one.raisedAt);
}

/** The cause in the units of the company and the language of the page. */
export function sayCause({ words, translations }: BoardAlert, units: UnitSystem): string {
  const language = new Intl.Locale(LOCALE).language;
  const translated = language === 'es' || language === 'fr' ? translations?.[language] : null;
  return (translated ?? words)[units];
}
