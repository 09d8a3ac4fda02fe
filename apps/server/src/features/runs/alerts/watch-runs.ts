import type { RunId } from '@waymark/domain/ids';
import {
  findCauses,
  listUidsAhead,
  DEFAULT_ALERT_LIMITS,
  type AlertLimits,
  type Cause,
} from '@waymark/domain/run/alerts/alerts';
import { foresee, type Outlook } from '@waymark/domain/run/estimate/outlook';
import {
  MOST_IN_A_FLOOD,
  planTelling,
  type HeldCause,
  type Telling,
  type ToldCause,
} from '@waymark/domain/run/alerts/alerts-telling';
import { describeAlert, FURTHER_WAIT } from '@waymark/domain/words/run-messages';
import { layCourse } from '@waymark/domain/run/estimate/course';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import { findSilence, type Silence } from '@waymark/domain/alert/silence';
import type { TextReader } from '@waymark/domain/language/reader';
import { chooseQuietZone, isMute, type NotificationRule } from '@waymark/domain/path/notification-rule';
import type { Run } from '@waymark/domain/run/run';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Change } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import type { Log } from '../../../platform/log.ts';
import type { ActiveRuns, TrackedRun } from '../engine/active-runs.ts';
import * as alerts from '../../alerts/alerts.api.ts';
import { listCurrentSilences } from '../../silences/silences.queries.ts';
import { lockRunsOf, readerOfAll } from '../lock-run.ts';
import { findRun } from '../runs.queries.ts';
import {
  countAllMessages,
  listAlertLimits,
  listHeldCauses,
  listTold,
  listWatchedDevices,
  type HeldDevice,
} from './alerts.queries.ts';
import { beginCauses, endCauses, storeNotified } from './alerts.store.ts';
import { queueMessages } from './queue-messages.ts';
import { listAddresses, listRecipients, type Recipient } from '../../users/recipients.queries.ts';

interface WatchOptions {
  readonly database: Database;
  readonly runs: Pick<ActiveRuns, 'values'>;
  readonly log: Log;
  readonly now: () => number;
  readonly publicUrl: string;
}

interface Seen {
  readonly devices: ReadonlyMap<number, HeldDevice>;
  /** When each cause that still holds began, by key. */
  readonly held: ReadonlyMap<string, number>;
  readonly told: readonly ToldCause[];
  readonly recipients: ReadonlyMap<number, Recipient>;
  /** By company. */
  readonly limits: ReadonlyMap<number, AlertLimits>;
  /** Messages about alerts in the last minutes, by user. */
  readonly messages: ReadonlyMap<number, number>;
  /** The silences that count now. */
  readonly silences: readonly Silence[];
  readonly now: number;
}

interface Step {
  readonly begun: readonly Cause[];
  readonly endedKeys: readonly string[];
  readonly tellings: ReadonlyArray<Telling & { readonly rule: NotificationRule; readonly media: number }>;
}

const NONE_HELD: ReadonlyMap<string, number> = new Map();

/** Alerts look only at devices that belong to the run's company now. */
function listOwnDevices(outlook: Outlook, { devices, now }: Pick<Seen, 'devices' | 'now'>): Seen['devices'] {
  const ahead = listUidsAhead(outlook, now).flatMap((uid) => devices.get(uid) ?? []);
  return new Map(ahead.flatMap((device) => (device.groupId === outlook.run.groupId ? [[device.uid, device]] : [])));
}

function planTellings(outlook: Outlook, holding: readonly HeldCause[], seen: Seen): Step['tellings'] {
  const {
    path: { notifications, timeZone },
    groupId,
  } = outlook.run;
  const { told, recipients, now } = seen;
  const messages = new Map(seen.messages);
  return notifications.flatMap((rule) => {
    const recipient = recipients.get(rule.userId);
    const media = listAddresses(rule, groupId, recipient).length;
    if (media === 0) return [];
    const had = messages.get(rule.userId) ?? 0;
    const quietZone = chooseQuietZone(rule, recipient?.timeZone, timeZone);
    const planned = planTelling(rule, holding, told, now, { quietZone, media, room: MOST_IN_A_FLOOD - had });
    messages.set(rule.userId, had + media * planned.filter(({ isSaid }) => isSaid).length);
    return planned.map((telling) => ({ ...telling, rule, media }));
  });
}

function planStep(outlook: Outlook, seen: Seen): Step {
  const { held, limits: limitsOf, silences, now } = seen;
  const {
    path: { pathId },
    groupId,
  } = outlook.run;
  const causes = findCauses({
    outlook,
    devices: listOwnDevices(outlook, seen),
    held: new Set(held.keys()),
    limits: limitsOf.get(groupId) ?? DEFAULT_ALERT_LIMITS,
    now,
  });
  const keys = new Set(causes.map(({ key }) => key));
  const holding = causes.map((cause): HeldCause => ({ cause, beganAt: held.get(cause.key) ?? now }));
  // A silenced cause is recorded and sends no message; if it still holds at the end of the silence, it is sent then.
  const audible = holding.filter(({ cause }) => findSilence(silences, { ...cause, pathId, groupId }, now) === null);
  return {
    begun: causes.filter(({ key }) => !held.has(key)),
    endedKeys: [...held.keys()].filter((key) => !keys.has(key)),
    tellings: planTellings(outlook, audible, seen),
  };
}

const isEmpty = ({ begun, endedKeys, tellings }: Step) => begun.length + endedKeys.length + tellings.length === 0;

const listAlerted = ({ path: { notifications } }: Run) =>
  notifications.flatMap((rule) => (rule.alerts.length > 0 && !isMute(rule) ? [rule.userId] : []));

/** Sends the alerts of active runs. Every node checks without a lock and decides again under the lock of the run. */
export class RunWatch {
  readonly name = 'alerts';
  readonly #options: WatchOptions;
  /** Cached until the run changes. */
  readonly #outlooks = new WeakMap<TrackedRun, Outlook>();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  async look(): Promise<void> {
    const { database, runs, now: clock } = this.#options;
    const now = clock();
    const outlooks = [...runs.values()].flatMap((tracked) => this.#foresee(tracked) ?? []);
    if (outlooks.length === 0) return;
    const reader = database.read(systemScope('run alerts'));
    const runIds = outlooks.map(({ run }) => run.runId);
    const alerted = [...new Set(outlooks.flatMap(({ run }) => listAlerted(run)))];
    const [devices, held, told, messages, recipients, limits, silences] = await Promise.all([
      listWatchedDevices(reader, [...new Set(outlooks.flatMap((outlook) => listUidsAhead(outlook, now)))]),
      listHeldCauses(reader, runIds),
      listTold(reader, runIds, now),
      countAllMessages(reader, alerted, now),
      listRecipients(reader, alerted),
      listAlertLimits(reader, [...new Set(outlooks.map(({ run }) => run.groupId))]),
      listCurrentSilences(reader, now),
    ]);
    for (const outlook of outlooks) {
      const { runId, groupId } = outlook.run;
      const seen = {
        devices,
        held: held.get(runId) ?? NONE_HELD,
        told: told.get(runId) ?? [],
        messages,
        recipients,
        limits,
        silences,
        now,
      };
      if (isEmpty(planStep(outlook, seen))) continue;
      try {
        await database.change(systemOrigin('run alerts'), (change) => this.#apply(change, { runId, groupId }, seen));
      } catch (error) {
        this.#logFailure(runId, error);
      }
    }
  }

  /** A failing run does not affect the others. */
  #logFailure(runId: RunId, error: unknown): void {
    this.#options.log.warn({ err: error, runId }, 'checking the alerts of a run failed; retrying at the next check');
  }

  #foresee(tracked: TrackedRun): Outlook | null {
    const known = this.#outlooks.get(tracked);
    if (known) return known;
    try {
      const outlook = foresee(tracked.run, tracked.course, tracked.reckoning);
      this.#outlooks.set(tracked, outlook);
      return outlook;
    } catch (error) {
      this.#logFailure(tracked.run.runId, error);
      return null;
    }
  }

  /** Plans again from fresh reads under the lock: another node may have notified the users already. */
  async #apply(change: Change, { runId, groupId }: Pick<Run, 'runId' | 'groupId'>, seen: Seen): Promise<void> {
    await lockRunsOf(change, groupId);
    const reader = readerOfAll(change);
    const run = await findRun(reader, runId);
    if (run?.completedAt !== null) return;
    const course = layCourse(run.path);
    const outlook = foresee(run, course, reckon(run, course));
    const held = (await listHeldCauses(reader, [runId])).get(runId) ?? NONE_HELD;
    const { now } = seen;
    const known = (await listTold(reader, [runId], now)).get(runId) ?? [];
    const messages = await countAllMessages(reader, listAlerted(run), now);
    const { begun, endedKeys, tellings } = planStep(outlook, { ...seen, held, told: known, messages });
    await endCauses(change, runId, now, endedKeys);
    await beginCauses(change, runId, begun, now);
    const notifiedKeys = tellings.flatMap(({ causes }) => causes.map(({ cause: { key } }) => key));
    if (begun.length + endedKeys.length + notifiedKeys.length > 0)
      await alerts.changeAlertsOfRun(change, { runId, groupId, begun, endedKeys, notifiedKeys, at: now });
    // The clock of the node that stored the start may be ahead.
    const told = tellings.flatMap(({ rule: { userId }, causes, isSaid, media }) =>
      causes.map(({ cause: { key }, beganAt }, at) => ({
        userId,
        key,
        toldAt: Math.max(now, beganAt),
        messages: isSaid && at === 0 ? media : 0,
      })),
    );
    await storeNotified(change, run, told);
    const answerable = await alerts.listAnswerable(change, groupId, runId);
    const letters = tellings.flatMap(({ isSaid, isLast, rule, causes: [first, ...others] }) => {
      if (!isSaid || !first) return [];
      const causes = [first.cause, ...others.map(({ cause }) => cause)] as const;
      const write = (textReader: TextReader) => {
        const words = describeAlert(causes, outlook, now, textReader);
        return isLast ? { ...words, detail: `${words.detail} ${textReader.t(FURTHER_WAIT)}` } : words;
      };
      const about = causes.flatMap(({ key }) => answerable.get(key) ?? []);
      return [{ rule, write, identity: ['alert', first.cause.key, first.beganAt], alerts: about }];
    });
    await queueMessages(change, run, letters, { publicUrl: this.#options.publicUrl, now });
  }
}
