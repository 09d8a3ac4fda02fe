import type { CompanyId } from '@waymark/domain/ids';
import { MOST_IN_A_FLOOD } from '@waymark/domain/run/alerts/alerts-telling';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Change } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import type { Log } from '../../../platform/log.ts';
import * as alerts from '../../alerts/alerts.api.ts';
import {
  listDueAlerts,
  listFailedMessages,
  listMaybeDue,
  planEscalations,
  type DueAlert,
  type PlannedStep,
} from '../../alerts/escalations.queries.ts';
import { lockRunsOf, readerOfAll } from '../lock-run.ts';
import { countAllMessages } from './alerts.queries.ts';
import { EscalationLetters } from './escalation-letters.ts';

interface EscalationOptions {
  readonly database: Database;
  readonly log: Log;
  readonly now: () => number;
  readonly publicUrl: string;
}

type DueStep = PlannedStep & { readonly alert: DueAlert };

const NO_ONE = 'The company has no administrator';
const HAS_ENOUGH = `has had ${MOST_IN_A_FLOOD} messages in ten minutes`;

const NOTES = { gap: ' (no one is on call)', unreachable: ' (others cannot be reached)' } as const;

function describeTaken({ recipients, reason }: DueStep, without: ReadonlySet<number>): string {
  const names = (isLeftOut: boolean) =>
    recipients.filter(({ person }) => without.has(person.userId) === isLeftOut).map(({ person }) => person.name);
  const leftOut = names(true).map((name) => `; ${name} ${HAS_ENOUGH}`);
  return `${names(false).join(', ')}${reason ? NOTES[reason] : ''}${leftOut.join('')}`;
}

/** How many more messages each user may get now: those of rules count too. */
async function readRooms(change: Change, due: readonly DueStep[], now: number): Promise<Map<number, number>> {
  const reader = readerOfAll(change);
  const userIds = [...new Set(due.flatMap(({ recipients }) => recipients.map(({ person }) => person.userId)))];
  const messages = await countAllMessages(reader, userIds, now);
  return new Map(userIds.map((id) => [id, MOST_IN_A_FLOOD - (messages.get(id) ?? 0)]));
}

/**
 * Takes the steps of escalations that are due. Every node checks without a lock and decides again under the lock of the
 * company's runs; a step is stored with its messages, so that it is taken once (docs/decisions/0060).
 */
export class EscalationWatch {
  readonly name = 'escalations';
  readonly #options: EscalationOptions;

  constructor(options: EscalationOptions) {
    this.#options = options;
  }

  async look(): Promise<void> {
    const { database, now: clock, log } = this.#options;
    const now = clock();
    const reader = database.read(systemScope('escalations'));
    const maybeDue = await listDueAlerts(reader, await listMaybeDue(reader, now));
    const planned = await planEscalations(reader, maybeDue, now);
    const due = maybeDue.filter(({ id }) => (planned.get(id)?.at ?? Infinity) <= now);
    const failed = await listFailedMessages(reader);
    const groupIds = [...due.map(({ group_id: groupId }) => groupId), ...failed.map(({ groupId }) => groupId)];
    for (const groupId of new Set(groupIds)) {
      try {
        await database.change(systemOrigin('escalation'), (change) => this.#apply(change, groupId, now));
      } catch (error) {
        log.warn({ err: error, groupId }, 'escalating the alerts of a company failed; retrying at the next check');
      }
    }
  }

  async #apply(change: Change, groupId: CompanyId, now: number): Promise<void> {
    await lockRunsOf(change, groupId);
    const reader = readerOfAll(change);
    await alerts.noteFailures(change, await listFailedMessages(reader, groupId), now);
    const locked = await alerts.lockWaiting(change, await listMaybeDue(reader, now, groupId));
    const rows = await listDueAlerts(reader, [...locked]);
    const planned = await planEscalations(reader, rows, now);
    const due = rows.flatMap((alert): DueStep[] => {
      const step = planned.get(alert.id);
      return step && step.at <= now ? [{ ...step, alert }] : [];
    });
    if (due.length === 0) return;
    const letters = new EscalationLetters(this.#options.publicUrl, await readRooms(change, due, now));
    const taken = due.flatMap((each): alerts.EscalationTaken[] => {
      const { alert, step, recipients } = each;
      if (recipients.length === 0) return [{ alert, step, text: NO_ONE, hasFailed: true, messages: [] }];
      const { messages, leftOut } = letters.address(each);
      // All have had their messages of these minutes: the step waits.
      if (messages.length === 0) return [];
      return [{ alert, step, text: describeTaken(each, leftOut), hasFailed: false, messages }];
    });
    await alerts.storeEscalations(change, taken, now);
    await letters.send(change, groupId, now);
  }
}
