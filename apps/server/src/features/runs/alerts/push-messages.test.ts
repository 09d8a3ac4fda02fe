import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestPushService, type TestBrowser, type TestPushService } from '../../reach/testing/test-push-service.ts';
import { EscalationWorld, step } from './testing/escalation-world.ts';
import type { Person } from './testing/told-runs.ts';

let service: TestPushService;
let home: EscalationWorld;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  service = await startTestPushService();
  home = await EscalationWorld.open({ WAYMARK_PUSH_ALLOW_PRIVATE: '1' });
});
beforeEach(async () => {
  await home.clear();
  service.clear();
  ann = await home.runs.addPerson({ phone: '' });
  bob = await home.runs.addPerson({ phone: '' });
});
afterAll(async () => {
  await home.close();
  await service.close();
});

async function turnOn({ email }: Person): Promise<TestBrowser> {
  const browser = service.makeBrowser();
  const { token } = await home.server.signIn(email);
  const answer = await home.server.call('POST', '/api/user/reach/browsers', { token, body: browser });
  expect(answer.status).toBe(200);
  return browser;
}

test('[W-367] a step sends a push, from which its user acknowledges', async () => {
  await turnOn(ann);
  await home.saveSteps([step(5, { onCall: false, userIds: [ann.userId], media: ['push'] })]);
  const runId = await home.launchStopped();
  await home.escalate(5);
  await service.untilReceived(1);
  const [push] = service.received;
  const { payload = {}, headers } = push ?? {};
  expect(headers).toMatchObject({ urgency: 'high' });
  expect(payload).toMatchObject({
    title: expect.stringMatching(/^Pig \d+: Not acknowledged: Pig stopped$/),
    body: expect.stringMatching(/^Told \d+\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
    opens: `/?runId=${runId}`,
    answer: { label: 'Acknowledge' },
  });
  const { token } = payload['answer'] as { readonly token: string };
  const answer = await home.server.call('POST', '/api/acknowledge', { body: { token } });
  expect(await answer.json()).toMatchObject({ state: 'done' });
  expect((await home.findAlert()).acknowledged?.userId).toBe(ann.userId);
});

test('[W-367] a push that no browser takes makes the next step come earlier, and the history says so', async () => {
  const browser = await turnOn(ann);
  service.statuses.set(browser.endpoint, 410);
  await home.saveSteps([
    step(5, { onCall: false, userIds: [ann.userId], media: ['push'] }),
    step(30, { onCall: false, userIds: [bob.userId] }),
  ]);
  await home.launchStopped();
  await home.escalate(5);
  await vi.waitFor(async () => {
    const dead = await home.query(`select 1 from outbox where medium = 'push' and status = 'dead'`);
    expect(dead).toHaveLength(1);
  }, 10_000);
  await home.escalate(6);
  expect(await home.listSent()).toEqual([ann.email, bob.email]);
  expect(await home.listSteps()).toEqual([
    `escalated: ${await home.nameOf(ann)}`,
    `escalation-failed: ${await home.nameOf(ann)}: push`,
    `escalated: ${await home.nameOf(bob)}`,
  ]);
});

test('[W-367] a step by push for a user without a browser goes to the administrators', async () => {
  await home.saveSteps([step(5, { onCall: false, userIds: [ann.userId], media: ['push'] })]);
  await home.launchStopped();
  expect((await home.findAlert()).nextEscalation?.reason).toBe('unreachable');
});

test.each([
  ['push beside e-mail', { medium: 'email', push: true }, ['mail', 'push']],
  ['push alone', { medium: 'none', push: true }, ['push']],
  ['no push', { medium: 'email' }, ['mail']],
] as const)('[W-367] a rule with %s sends its messages so', async (_, rule, media) => {
  await turnOn(ann);
  const launchAt = Date.now() - 60_000;
  const runId = await home.runs.launch({ rules: [{ userId: ann.userId, ...rule }], launchAt });
  const told = await home.runs.listTold(runId);
  expect(told.map(({ medium }) => medium)).toEqual(media);
});
