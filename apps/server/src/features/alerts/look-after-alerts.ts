import { wordCause } from '@waymark/domain/alert/cause-words';
import { describeLinkCause, findBrokerCause, findSilentLinks, type LinkCause } from '@waymark/domain/alert/link-causes';
import { RECURS_WITHIN_MS, settle, UNANSWERED_CLOSES_AFTER_MS } from '@waymark/domain/alert/alert-life';
import { findSilence } from '@waymark/domain/alert/silence';
import { sql } from 'kysely';
import { systemScope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { translateTo } from '../../platform/language/translations.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { listCurrentSilences } from '../silences/silences.queries.ts';
import { storeLife, storeSteps, type AlertCause, type Step } from './alerts.store.ts';
import { changeAlerts } from './change-alerts.ts';
import { readLife } from './stored-life.ts';
import {
  listNodesWithoutBroker,
  listOpenLinkCauses,
  listWatchedCompanies,
  type OpenLinkCause,
} from './watched-links.queries.ts';
import type { CompanyId } from '@waymark/domain/ids';
import { writeBoth } from '@waymark/domain/time/zoned-text';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import { writeMailLinks } from '@waymark/domain/words/write-message';
import * as outbox from '../outbox/outbox.api.ts';
import { listPeople, readerOf, type Person } from '../users/recipients.queries.ts';
import { addAnswer, listAnswerable } from './answers.store.ts';

const ORIGIN = systemOrigin('alerts');
const SETTLED_AT_ONCE = 500;

/** Serialises the minute's work, should two nodes run the job at once. */
const lockMinute = (change: Change) =>
  sql`select pg_advisory_xact_lock(hashtextextended('alerts of links', 0))`.execute(change.db);

const toAlertCause = (cause: LinkCause): AlertCause => ({
  kind: cause.kind,
  key: cause.key,
  markerName: null,
  uid: null,
  ...wordCause(({ t }) => describeLinkCause(cause, t), translateTo),
});

const WHOLE_COMPANY = { pathId: null, markerName: null, uid: null };

/** Compares the causes of now with the stored ones. `unsaid`: users have no message about them yet. */
function compareCauses(causes: readonly LinkCause[], open: readonly OpenLinkCause[]) {
  const keys = new Set(causes.map(({ key }) => key));
  const held = open.flatMap(({ key, holds }) => (holds ? [key] : []));
  const known = open.flatMap(({ key, isKnown }) => (isKnown ? [key] : []));
  return {
    begun: causes.filter(({ key }) => !held.includes(key)),
    endedKeys: held.filter((key) => !keys.has(key)),
    unsaid: causes.filter(({ key }) => !known.includes(key)),
  };
}

/** Raises, mails and ends the alerts of the companies' links. A company without active runs has none. */
export async function watchLinks(database: Database, publicUrl: string, now: number): Promise<void> {
  await database.change(ORIGIN, async (change) => {
    await lockMinute(change);
    const reader = { db: change.db, scope: systemScope('alerts') };
    const broker = findBrokerCause(await listNodesWithoutBroker(reader, now), now);
    const companies = await listWatchedCompanies(reader, now);
    const silences = await listCurrentSilences(reader, now);
    const openOf = await listOpenLinkCauses(reader, now);
    const causesOf = new Map(
      companies.map(({ groupId, links }) => [groupId, [...findSilentLinks(links, now), ...broker]]),
    );
    for (const groupId of new Set([...causesOf.keys(), ...openOf.keys()])) {
      const causes = causesOf.get(groupId) ?? [];
      const open = openOf.get(groupId) ?? [];
      const { begun, endedKeys, unsaid } = compareCauses(causes, open);
      const audible = unsaid.filter(({ kind }) => !findSilence(silences, { ...WHOLE_COMPANY, groupId, kind }, now));
      const admins = audible.length === 0 ? [] : await listAdmins(change, groupId);
      const notifiedKeys = admins.length === 0 ? [] : audible.map(({ key }) => key);
      if (begun.length + endedKeys.length + notifiedKeys.length === 0) continue;
      const changes = { begun: begun.map(toAlertCause), endedKeys, notifiedKeys, at: now };
      await changeAlerts(change, { groupId, runId: null }, changes);
      await mailLinkCauses(change, { groupId, admins, causes: audible, publicUrl, now });
    }
  });
}

/** Closes alerts whose cause has not returned; returns whether there may be more. */
async function settleBatch(database: Database, now: number): Promise<boolean> {
  return database.change(ORIGIN, async (change) => {
    const rows = await change.db
      .selectFrom('alerts')
      .selectAll()
      .where('closed_at', 'is', null)
      .where('ended_at', '<=', new Date(now - RECURS_WITHIN_MS))
      .where((eb) =>
        eb.or([
          eb('acknowledged_at', 'is not', null),
          eb('ended_at', '<=', new Date(now - UNANSWERED_CLOSES_AFTER_MS)),
        ]),
      )
      .orderBy('id')
      .limit(SETTLED_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    const steps: Step[] = [];
    for (const alert of rows) {
      const life = settle(readLife(alert), now);
      if (life.closedAt === null) continue;
      await storeLife(change, alert.id, life, now);
      steps.push({ alert, step: 'closed', text: '' });
    }
    await storeSteps(change, steps, now);
    return steps.length === SETTLED_AT_ONCE;
  });
}

export async function settleAlerts(database: Database, now: number): Promise<void> {
  while (await settleBatch(database, now));
}

interface LinkMail {
  readonly groupId: CompanyId;
  readonly admins: readonly Person[];
  readonly causes: readonly LinkCause[];
  readonly publicUrl: string;
  readonly now: number;
}

async function listAdmins({ db, scope }: Change, groupId: CompanyId): Promise<Person[]> {
  return (await listPeople({ db, scope }, [groupId])).filter(({ isAdmin }) => isAdmin);
}

/** Mails causes of links to the company's admins. Their alerts are stored already. */
async function mailLinkCauses(change: Change, { groupId, admins, causes, publicUrl, now }: LinkMail): Promise<void> {
  if (causes.length === 0 || admins.length === 0) return;
  const answerable = await listAnswerable(change, groupId, null);
  const alerts = causes.flatMap(({ key }) => answerable.get(key) ?? []);
  for (const admin of admins) {
    const reader = readerOf(admin, null);
    const { t, zone } = reader;
    const subject = [...new Set(causes.map(({ kind }) => t(ALERT_TITLES[kind])))].join(', ');
    const words = causes.map((cause) => describeLinkCause(cause, t)).join('\n');
    const time = t('Time: {time}', { time: writeBoth(now, zone) });
    const answer = await addAnswer(change, { userId: admin.userId, groupId, medium: 'mail', alerts });
    const links = writeMailLinks(publicUrl, null, answer?.by, reader);
    const text = `${[subject, words, time, links].join('\n\n')}\n`;
    await outbox.add(change, { medium: 'mail', to: admin.email, subject, text, groupId, answerId: answer?.answerId });
  }
}
