import type { RouteReply } from '@waymark/contract/route';
import type { alertsRoutes } from '@waymark/contract/routes/alerts';
import type { EscalationStep } from '@waymark/domain/alert/escalation';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { startTestTextGateway, type TestTextGateway } from '../../platform/text/test-text-gateway.ts';
import { readProblem } from '../../testing/test-server.ts';
import { OutboxWorker, type OutboxMessage } from '../outbox/outbox.worker.ts';
import { EscalationWorld, step } from '../runs/alerts/testing/escalation-world.ts';
import type { Person } from '../runs/alerts/testing/told-runs.ts';
import { makeAnswerToken } from './answers.store.ts';

const SECRET = 'token-of-the-gateway';
const ANNS_PHONE = '9185550151';
const BOBS_PHONE = '9185550152';

type Page = RouteReply<typeof alertsRoutes.readAnswer>;

let gateway: TestTextGateway;
let home: EscalationWorld;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  gateway = await startTestTextGateway();
  home = await EscalationWorld.open({
    WAYMARK_SMS_URL: gateway.url,
    WAYMARK_SMS_ACCOUNT: 'AC42',
    WAYMARK_SMS_TOKEN: SECRET,
    WAYMARK_SMS_FROM: '+19185550100',
  });
});
beforeEach(async () => {
  await home.clear();
  gateway.received.length = 0;
  await home.query(`update users set phone = '', is_opted_in = false`);
  ann = await home.runs.addPerson({ phone: ANNS_PHONE });
  bob = await home.runs.addPerson({ phone: BOBS_PHONE });
});
afterAll(async () => {
  await home.close();
  await gateway.close();
});

/** Escalates the alert of a stopped pig to Ann and Bob. */
async function escalate(media: EscalationStep['media']): Promise<void> {
  await home.saveSteps([step(5, { onCall: false, userIds: [ann.userId, bob.userId], media })]);
  await home.launchStopped();
  await home.escalate(5);
}

/** Sends the mails that wait, and returns them by their recipient. */
async function sendMails(): Promise<ReadonlyMap<string, OutboxMessage>> {
  const sent = new Map<string, OutboxMessage>();
  const worker = new OutboxWorker({
    database: home.server.app.database,
    log: createLog('silent'),
    transports: { mail: { send: (message) => Promise.resolve(void sent.set(message.to, message)) } },
    fillLink: (_change, { text }) => Promise.resolve(text),
    makeAnswerToken,
    publicUrl: 'http://waymark.test',
  });
  const rows = await home.query<{ id: number }>(`select id from outbox where medium = 'mail' order by id`);
  for (const { id } of rows) await worker.send(id);
  return sent;
}

const tokenIn = (mail: OutboxMessage | undefined) =>
  /^Acknowledge: http:\/\/waymark\.test\/acknowledge#token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';

async function mailTokens(): Promise<{ readonly anns: string; readonly bobs: string }> {
  await escalate(['email']);
  const sent = await sendMails();
  return { anns: tokenIn(sent.get(ann.email)), bobs: tokenIn(sent.get(bob.email)) };
}

const post = (address: string, token: string) => home.server.call('POST', `/api${address}`, { body: { token } });
const open = async (address: string, token: string) => (await (await post(address, token)).json()) as Page;
const codeOf = async (address: string, token: string) => (await readProblem(await post(address, token))).code;

describe('the link of a mail', () => {
  test('[W-365] opening it changes nothing, one click acknowledges as its user, without a sign-in', async () => {
    const { anns } = await mailTokens();
    expect(await open('/acknowledge/read', anns)).toMatchObject({
      state: 'open',
      message: '',
      userName: await home.nameOf(ann),
      alerts: [{ title: 'Pig stopped', marker: null }],
    });
    expect((await home.findAlert()).acknowledged).toBeNull();
    const done = await open('/acknowledge', anns);
    expect(done).toMatchObject({ state: 'done', message: expect.stringMatching(/^You acknowledged it .* UTC\.$/) });
    expect(await home.findAlert()).toMatchObject({
      state: 'acknowledged',
      acknowledged: { userId: ann.userId, name: await home.nameOf(ann) },
    });
    const audited = await home.query(
      `select user_id from audit where action = 'alert-acknowledged' order by id desc limit 1`,
    );
    expect(audited).toEqual([{ user_id: ann.userId }]);
  });

  test('[W-365] a user who comes second is told who was first', async () => {
    const { anns, bobs } = await mailTokens();
    await open('/acknowledge', anns);
    const name = await home.nameOf(ann);
    expect(await open('/acknowledge', bobs)).toMatchObject({
      state: 'done',
      message: expect.stringContaining(`${name} acknowledged it`),
    });
    expect((await home.findAlert()).acknowledged?.userId).toBe(ann.userId);
  });

  test('[W-365] several clicks at once acknowledge once', async () => {
    const { anns } = await mailTokens();
    await Promise.all([1, 2, 3, 4].map(() => open('/acknowledge', anns)));
    const { id } = await home.findAlert();
    const steps = await home.query(`select 1 from alert_events where alert_id = ${id} and step = 'acknowledged'`);
    expect(steps).toHaveLength(1);
  });

  test('[W-365] it ends with its alert, and does not acknowledge one that was raised again', async () => {
    const { anns } = await mailTokens();
    await home.query(`update alerts set ended_at = now()`);
    expect(await open('/acknowledge', anns)).toMatchObject({ state: 'ended', message: 'This alert has ended.' });
    await home.query(`update alerts set ended_at = null, count = count + 1`);
    expect(await open('/acknowledge', anns)).toMatchObject({
      state: 'ended',
      message: expect.stringMatching(/^This alert was raised again after this message\./),
    });
    expect((await home.findAlert()).acknowledged).toBeNull();
  });

  test.each([
    ['a day', `update alert_answers set expires_at = now()`],
    ['a new password of its user', `update passwords set hash = hash || 'x'`],
    ['another role of its user', `update users set role = 'admin' where role = 'viewer'`],
    ['the deletion of its user', `delete from users where email like 'told-%'`],
  ])('[W-365] it ends with %s', async (_, change) => {
    const { anns } = await mailTokens();
    await home.query(change);
    expect(await codeOf('/acknowledge/read', anns)).toBe('answer-invalid');
    expect(await codeOf('/acknowledge', anns)).toBe('answer-invalid');
    expect((await home.findAlert()).acknowledged).toBeNull();
  });

  test('[W-365] it ends when its user moves to another company', async () => {
    const { anns } = await mailTokens();
    const moved = { id: ann.userId, group: home.world.foreignGroupId };
    expect((await home.world.call('superadmin', 'POST', '/admin/user', moved)).status).toBe(200);
    expect(await codeOf('/acknowledge', anns)).toBe('answer-invalid');
  });

  test('[W-365] neither the outbox nor the answers hold the token, and a second attempt ends the first link', async () => {
    const { anns } = await mailTokens();
    const stored = await home.query(`select outbox.*, encode(hash, 'escape') as hash from outbox
      left join alert_answers on alert_answers.id = answer_id`);
    expect(stored).not.toEqual([]);
    expect(JSON.stringify(stored)).not.toContain(anns);
    await home.query(`update outbox set status = 'waiting', sent_at = null, next_attempt_at = now()`);
    const again = tokenIn((await sendMails()).get(ann.email));
    expect(again).not.toBe(anns);
    expect(await codeOf('/acknowledge/read', anns)).toBe('answer-invalid');
    expect((await open('/acknowledge/read', again)).state).toBe('open');
  });

  test('[W-365] a mail whose answer has ended is sent without the link', async () => {
    await escalate(['email']);
    await home.query('delete from alert_answers');
    const mail = (await sendMails()).get(ann.email);
    expect(mail?.text).toContain('Map: ');
    expect(mail?.text).not.toMatch(/Acknowledge: |made when this message is sent/);
  });

  test('[W-365] an unknown token is refused', async () => {
    expect(await codeOf('/acknowledge', 'x'.repeat(43))).toBe('answer-invalid');
  });
});

describe('a reply to a text message', () => {
  async function reply(Body: string, phone: string): Promise<Response> {
    const fields: Record<string, string> = { Body, From: `+1${phone}`, MessageSid: 'SM1', To: '+19185550100' };
    const sorted = Object.keys(fields)
      .toSorted()
      .map((name) => `${name}${fields[name]}`);
    const signature = createHmac('sha1', SECRET)
      .update(`http://waymark.test/api/webhooks/sms${sorted.join('')}`)
      .digest('base64');
    return fetch(`${home.server.address}/api/webhooks/sms`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    });
  }

  /** The numbers in the text messages to Ann and Bob, once the gateway has them. */
  async function textNumbers(): Promise<{ readonly anns: string; readonly bobs: string }> {
    await escalate(['sms']);
    await gateway.untilReceived(2);
    const numberTo = (phone: string) => {
      const found = gateway.received.find(({ fields }) => fields['To'] === `+1${phone}`);
      return /Reply ACK (\d+) to acknowledge\./.exec(found?.fields['Body'] ?? '')?.[1] ?? '';
    };
    const numbers = { anns: numberTo(ANNS_PHONE), bobs: numberTo(BOBS_PHONE) };
    gateway.received.length = 0;
    return numbers;
  }

  const lastAnswer = () => gateway.received.map(({ fields }) => `${fields['To']} ${fields['Body']}`);

  test('[W-366] ACK with the number acknowledges as the user of the phone, and is confirmed', async () => {
    const { anns } = await textNumbers();
    expect(anns).not.toBe('');
    expect((await reply(`ack ${anns}.`, ANNS_PHONE)).status).toBe(200);
    expect((await home.findAlert()).acknowledged?.userId).toBe(ann.userId);
    await gateway.untilReceived(1);
    expect(lastAnswer()).toEqual([expect.stringMatching(`^\\+1${ANNS_PHONE} Pig stopped: You acknowledged it .* UTC`)]);
  });

  test('[W-366] the second user is told who was first', async () => {
    const { anns, bobs } = await textNumbers();
    await reply(`ACK ${anns}`, ANNS_PHONE);
    await gateway.untilReceived(1);
    await reply(`ACK ${bobs}`, BOBS_PHONE);
    await gateway.untilReceived(2);
    expect(lastAnswer()[1]).toContain(`${await home.nameOf(ann)} acknowledged it`);
  });

  test("[W-366] a stranger's phone, and another user's number, acknowledge nothing", async () => {
    const { anns } = await textNumbers();
    expect((await reply(`ACK ${anns}`, '9185550199')).status).toBe(200);
    expect((await reply(`ACK ${anns}`, BOBS_PHONE)).status).toBe(200);
    await gateway.untilReceived(1);
    expect(lastAnswer()).toEqual([`+1${BOBS_PHONE} No alert of the last 24 hours has the number ${anns}.`]);
    expect((await home.findAlert()).acknowledged).toBeNull();
  });

  test('[W-366] the number of an alert that has ended says so, and a number that is far too long is ignored', async () => {
    const { anns } = await textNumbers();
    await home.query('update alerts set ended_at = now()');
    expect((await reply(`ACK ${anns}`, ANNS_PHONE)).status).toBe(200);
    await gateway.untilReceived(1);
    expect(lastAnswer()).toEqual([`+1${ANNS_PHONE} Pig stopped: This alert has ended.`]);
    expect((await reply('ACK 99999999999999999999', ANNS_PHONE)).status).toBe(200);
    expect((await reply('ACK 999999999', ANNS_PHONE)).status).toBe(200);
    await vi.waitFor(() => expect(gateway.received).toHaveLength(2), 10_000);
    expect((await home.findAlert()).acknowledged).toBeNull();
  });
});
