import type { RouteReply } from '@waymark/contract/route';
import type { alertsRoutes } from '@waymark/contract/routes/alerts';
import { chooseWords } from '@waymark/domain/alert/cause-words';
import { toPhoneDigits } from '@waymark/domain/account/phone';
import type { TextReader } from '@waymark/domain/language/reader';
import { writeBoth } from '@waymark/domain/time/zoned-text';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import { linkToRun } from '@waymark/domain/words/write-message';
import { systemScope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import * as outbox from '../outbox/outbox.api.ts';
import { listRecipients, readerOf, type Recipient } from '../users/recipients.queries.ts';
import { acknowledgeWithin } from './alerts.service.ts';
import {
  findAnswerOfLink,
  listAlertsOfAnswer,
  listAnswersOfPhone,
  lockAnswer,
  type Answer,
  type AnsweredAlert,
} from './answers.queries.ts';
import { markUsed } from './answers.store.ts';

type AnswerPage = RouteReply<typeof alertsRoutes.readAnswer>;

const WORK = 'acknowledgement from a message';
const reader = (database: Database) => database.read(systemScope(WORK));
const readerOfChange = ({ db, scope }: Change) => ({ db, scope });

const hasEnded = ({ closed_at: closedAt, ended_at: endedAt }: AnsweredAlert) => closedAt !== null || endedAt !== null;

/** An alert that was raised again since the message is not acknowledged from it. */
const isRaisedAgain = ({ count, raise }: AnsweredAlert) => count !== raise;

function stateOf(alert: AnsweredAlert): AnswerPage['state'] {
  if (alert.acknowledged_at !== null && !isRaisedAgain(alert)) return 'done';
  return hasEnded(alert) || isRaisedAgain(alert) ? 'ended' : 'open';
}

function describeState(alert: AnsweredAlert, { userId }: Answer, { t, zone }: TextReader): string {
  if (stateOf(alert) === 'ended')
    return hasEnded(alert)
      ? t('This alert has ended.')
      : t('This alert was raised again after this message. Acknowledge it in Waymark.');
  const { acknowledged_at: at, acknowledged_by: by, acknowledged_name: name } = alert;
  if (at === null) return '';
  const time = writeBoth(at.getTime(), zone);
  return by === userId
    ? t('You acknowledged it {time}.', { time })
    : t('{name} acknowledged it {time}.', { name: name ?? '', time });
}

function describeStates(alerts: readonly AnsweredAlert[], answer: Answer, textReader: TextReader): string {
  const texts = alerts.map((alert) => describeState(alert, answer, textReader));
  return [...new Set(texts.filter((text) => text !== ''))].join(' ');
}

interface Page {
  readonly answer: Answer;
  readonly alerts: readonly AnsweredAlert[];
  readonly recipient: Recipient;
  readonly textReader: TextReader;
}

async function openPage(from: Reader, answer: Answer): Promise<Page> {
  const recipient = (await listRecipients(from, [answer.userId])).get(answer.userId);
  const alerts = await listAlertsOfAnswer(from, answer.id);
  if (!recipient || alerts.length === 0) throw problem('answer-invalid');
  return { answer, alerts, recipient, textReader: readerOf(recipient, alerts[0]?.time_zone) };
}

function writePage({ answer, alerts, recipient, textReader }: Page): AnswerPage {
  const { t, zone } = textReader;
  const states = alerts.map(stateOf);
  const state = states.includes('open') ? 'open' : states.includes('done') ? 'done' : 'ended';
  const [first] = alerts;
  const isOne = alerts.length === 1;
  return {
    state,
    message: state === 'open' ? '' : describeStates(alerts, answer, textReader),
    userName: answer.name,
    alerts: alerts.map((alert) => ({
      title: t(ALERT_TITLES[alert.kind]),
      run: alert.run_name,
      pig: alert.pig,
      marker: alert.marker_name,
      words: chooseWords(
        { words: { us: alert.words_us, metric: alert.words_metric }, translations: alert.translations },
        recipient,
      ),
      raisedAt: writeBoth(alert.last_raised_at.getTime(), zone),
    })),
    map: first && first.run_id !== null ? linkToRun('', first.run_id, isOne ? first.marker_name : null) : '/',
  };
}

async function findAnswer(database: Database, token: string): Promise<Answer> {
  const answer = await findAnswerOfLink(reader(database), token);
  if (!answer) throw problem('answer-invalid');
  return answer;
}

/** Acknowledges the alerts of an answer as its user, once; returns what became of them. */
async function applyAnswer(database: Database, call: Call, { id, ...answer }: Answer, now: number): Promise<Page> {
  const { userId, groupId, name: userName } = answer;
  const origin = {
    scope: systemScope(WORK),
    userId,
    userName,
    groupId,
    address: call.address,
    requestId: call.requestId,
  };
  await database.change(origin, async (change) => {
    const locked = await lockAnswer(readerOfChange(change), id);
    if (!locked || locked.usedAt !== null) return;
    const alerts = await listAlertsOfAnswer(readerOfChange(change), id);
    const open = alerts.filter((alert) => stateOf(alert) === 'open').map((alert) => alert.id);
    if (open.length === 0) return;
    await acknowledgeWithin(change, { ids: open, note: '' }, now);
    await markUsed(change, id);
  });
  return openPage(reader(database), { id, ...answer });
}

/** The alerts that a link would acknowledge. Changes nothing: programs that check mails open links too. */
export async function readAnswer(database: Database, token: string): Promise<AnswerPage> {
  return writePage(await openPage(reader(database), await findAnswer(database, token)));
}

export async function acknowledgeByLink(
  database: Database,
  call: Call,
  token: string,
  now: number,
): Promise<AnswerPage> {
  return writePage(await applyAnswer(database, call, await findAnswer(database, token), now));
}

export interface TextAnswer {
  /** Digits with the country code. */
  readonly phone: string;
  readonly number: number;
  readonly countryCode: string;
}

/**
 * Acknowledges by a reply such as "ACK 123" from the phone of the user who got the number, and confirms it. A phone
 * whose users got no alert is ignored.
 */
export async function acknowledgeByText(
  database: Database,
  call: Call,
  { number, ...phone }: TextAnswer,
  now: number,
): Promise<void> {
  const answers = await listAnswersOfPhone(reader(database), phone);
  const answer = answers.find((each) => each.number === number);
  const [known] = answers;
  if (answer) {
    const { alerts, recipient, textReader } = await applyAnswer(database, call, answer, now);
    const titles = [...new Set(alerts.map(({ kind }) => textReader.t(ALERT_TITLES[kind])))].join(', ');
    await confirmByText(database, answer, recipient, `${titles}: ${describeStates(alerts, answer, textReader)}`);
  } else if (known) {
    const recipient = (await listRecipients(reader(database), [known.userId])).get(known.userId);
    if (!recipient) return;
    const { t } = readerOf(recipient, null);
    await confirmByText(
      database,
      known,
      recipient,
      t('No alert of the last 24 hours has the number {number}.', { number }),
    );
  }
}

async function confirmByText(
  database: Database,
  { groupId, userId, phone }: Answer,
  recipient: Recipient,
  text: string,
): Promise<void> {
  const subject = readerOf(recipient, null).t('Answer to your text message');
  const to = toPhoneDigits(phone);
  await database.change(
    { scope: systemScope(WORK), userId: null, userName: WORK, groupId, address: null, requestId: null },
    (change) => outbox.add(change, { medium: 'sms', to, userId, subject, text, groupId }),
  );
}
