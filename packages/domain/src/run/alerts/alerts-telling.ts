import type { UserId } from '../../ids.ts';
import { isMute, type AlertKind, type NotificationRule } from '../../path/notification-rule.ts';
import { isInDailySpan } from '../../time/local-span.ts';
import { UTC, type Zone } from '../../time/zone.ts';
import { severityOf, type Severity } from '../../alert/alert-kind.ts';
import type { Cause } from './alerts.ts';
import { isManual, type Run, type RunPassage } from '../run.ts';

// Decides which users are notified of which news and causes.

/** A change of a run that users are notified of even in their quiet time. */
export type RunNews =
  | { readonly event: 'launch' }
  /** `rev` is the revision that ends or reopens the run: each time is told. */
  | { readonly event: 'receive'; readonly rev: number }
  | { readonly event: 'reopened'; readonly rev: number }
  | {
      readonly event: 'passage';
      readonly passage: RunPassage;
      readonly hasArrived: boolean;
      readonly isVerifiedNow: boolean;
    };

interface ChangedPassage {
  readonly before: RunPassage | null;
  readonly after: RunPassage | null;
}

function listPassageNews({ before, after }: ChangedPassage): RunNews[] {
  if (after === null || after.markerName === null) return [];
  const hasArrived = before?.markerName !== after.markerName;
  const isVerifiedNow = after.isVerified && (hasArrived || !before?.isVerified);
  return hasArrived || isVerifiedNow ? [{ event: 'passage', passage: after, hasArrived, isVerifiedNow }] : [];
}

/** Corrections of a completed run notify no one; a run that goes on again has the passages heard since as news too. */
export function listNews(before: Run | null, after: Run, passages: readonly ChangedPassage[]): RunNews[] {
  const { rev } = after;
  const wasCompleted = before !== null && before.completedAt !== null;
  if (wasCompleted && after.completedAt !== null) return [];
  return [
    ...(before === null ? [{ event: 'launch' } as const] : []),
    ...(wasCompleted ? [{ event: 'reopened', rev } as const] : []),
    ...passages.flatMap(listPassageNews),
    ...(after.completedAt !== null ? [{ event: 'receive', rev } as const] : []),
  ];
}

const tellsOfMarker = ({ allMarkers, markers }: NotificationRule, name: string | null) =>
  allMarkers || (name !== null && markers.includes(name));

export function wantsNews(rule: NotificationRule, news: RunNews): boolean {
  if (isMute(rule)) return false;
  // A user who was told of the receive is told that the run goes on.
  if (news.event === 'reopened') return rule.receive;
  if (news.event !== 'passage') return rule[news.event];
  const { passage, hasArrived, isVerifiedNow } = news;
  if (isManual(passage) && !rule.manualPassage) return false;
  return tellsOfMarker(rule, passage.markerName) && (rule.passageType === 'passage' ? hasArrived : isVerifiedNow);
}

/** Identifies a passage in messages. A corrected time does not make it a different passage. */
export const newsIdentity = (
  news: RunNews,
): readonly [event: string, markerName: string | null, which: string | null] => {
  if (news.event === 'launch') return [news.event, null, null];
  if (news.event !== 'passage') return [news.event, null, `revision ${news.rev}`];
  const { passage } = news;
  return [news.event, passage.markerName, isManual(passage) ? null : `${passage.uid} ${passage.endOfSnipAt}`];
};

/** Users who subscribe to the receive event are notified of causes at the receive site. */
export function wantsCause(
  rule: NotificationRule,
  { kind, markerName, isEnd }: Pick<Cause, 'kind' | 'markerName' | 'isEnd'>,
): boolean {
  if (isMute(rule) || !rule.alerts.includes(kind)) return false;
  if (isEnd) return rule.receive;
  return markerName === null || tellsOfMarker(rule, markerName);
}

function readMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Whether alerts wait for the end of the quiet time, which may span midnight. */
export function isQuiet(
  { quietFrom, quietTo }: Pick<NotificationRule, 'quietFrom' | 'quietTo'>,
  now: number,
  zone: Zone = UTC,
): boolean {
  if (quietFrom === null || quietTo === null) return false;
  return isInDailySpan(now, readMinute(quietFrom), readMinute(quietTo), zone);
}

const HOUR_MS = 3_600_000;
/** Messages per user and run; a mail and a text message with the same words are one. */
export const MOST_AN_HOUR = 10;

/** Messages per user in FLOOD_MS, of all runs; with those about links at most ten (EEMUA 191, docs/decisions/0059). */
export const MOST_IN_A_FLOOD = 8;
export const FLOOD_MS = 10 * 60_000;
/** How many of these messages only urgent alerts get, so that warnings of one run leave room for another one's. */
const KEPT_FOR_URGENT = 4;

export interface HeldCause {
  readonly cause: Cause;
  readonly beganAt: number;
}

export interface ToldCause {
  readonly userId: UserId;
  readonly key: string;
  readonly toldAt: number;
  /** 0: the message of another cause told of it. */
  readonly messages: number;
}

/** A message. Causes of one kind that begin together share it. */
export interface Telling {
  readonly causes: readonly HeldCause[];
  /** false: the message of a graver cause covers it. */
  readonly isSaid: boolean;
  /** Further messages to the user wait, because they have had as many as a person can act on. */
  readonly isLast: boolean;
}

export interface Reach {
  readonly quietZone?: Zone;
  /** Messages that the user may still get now. */
  readonly room?: number;
  /** Messages for each telling: one per medium. */
  readonly media?: number;
}

/** The message of the graver kind covers the lesser one. */
const SAID_BY: Readonly<Partial<Record<AlertKind, AlertKind>>> = {
  'arriving-30': 'arriving-15',
  'pig-late': 'pig-stopped',
};

/** A *late* or *stopped* message already names the silent marker on the stretch to search. */
const isSaidByHalt = ({ cause }: HeldCause, byKind: ReadonlyMap<AlertKind, unknown>): boolean =>
  cause.kind === 'marker-missed' && cause.stretch !== null && (byKind.has('pig-stopped') || byKind.has('pig-late'));

const RANKS: Readonly<Record<Severity, number>> = { urgent: 0, warning: 2, notice: 4 };
/** Urgent kinds first, and each graver kind before the lesser one that its message covers. */
const rankOf = (kind: AlertKind) => RANKS[severityOf(kind)] + (SAID_BY[kind] ? 1 : 0);

/**
 * Selects the causes to notify a user of now: each once while it holds, a recurring one at most once an hour, at most
 * MOST_AN_HOUR messages an hour, and as many as there is room for. The others wait, and are sent later if they still
 * hold.
 */
export function planTelling(
  rule: NotificationRule,
  causes: readonly HeldCause[],
  told: readonly ToldCause[],
  now: number,
  { quietZone = UTC, room = Infinity, media = 1 }: Reach = {},
): Telling[] {
  if (isQuiet(rule, now, quietZone)) return [];
  const own = told.filter(({ userId }) => userId === rule.userId);
  const toldAtOf = new Map(own.map(({ key, toldAt }) => [key, toldAt]));
  const isTold = ({ cause, beganAt }: HeldCause) => {
    const toldAt = toldAtOf.get(cause.key);
    return toldAt !== undefined && (toldAt >= beganAt || now - toldAt < HOUR_MS);
  };
  const wanted = causes.filter((held) => wantsCause(rule, held.cause) && !isTold(held));
  const byKind = Map.groupBy(wanted, ({ cause }) => cause.kind);
  const lately = own.filter(({ toldAt, messages }) => messages > 0 && now - toldAt < HOUR_MS).length;
  let spent = 0;
  const leftFor = (kept: number) => Math.min(MOST_AN_HOUR - lately, Math.floor((room - kept) / media)) - spent;
  const waiting = new Set<AlertKind>();
  const isHaltWaiting = () => waiting.has('pig-stopped') || waiting.has('pig-late');
  return [...byKind]
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .flatMap(([kind, ofKind]): Telling[] => {
      const graver = SAID_BY[kind];
      const isCovered = graver !== undefined && byKind.has(graver);
      const said = ofKind.filter((held) => !isSaidByHalt(held, byKind));
      const isSaid = said.length > 0 && !isCovered;
      if (
        isCovered ? waiting.has(graver) : isSaid && leftFor(severityOf(kind) === 'urgent' ? 0 : KEPT_FOR_URGENT) <= 0
      ) {
        waiting.add(kind);
        return [];
      }
      if (isSaid) spent += 1;
      const rest = isHaltWaiting() ? [] : ofKind.filter((held) => !said.includes(held));
      return [
        ...(said.length > 0 ? [{ causes: said, isSaid, isLast: isSaid && leftFor(0) <= 0 }] : []),
        ...(rest.length > 0 ? [{ causes: rest, isSaid: false, isLast: false }] : []),
      ];
    });
}
