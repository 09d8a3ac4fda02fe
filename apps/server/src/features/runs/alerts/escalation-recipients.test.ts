import { WEEK_MINUTES } from '@waymark/domain/on-call/roster';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EscalationWorld, step } from './testing/escalation-world.ts';
import type { Person } from './testing/told-runs.ts';

const MINUTE = 60_000;
const ADMIN = 'admin@demo.waymark';
let home: EscalationWorld;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  home = await EscalationWorld.open();
});
beforeEach(async () => {
  await home.clear();
  ann = await home.runs.addPerson();
  bob = await home.runs.addPerson();
});
afterAll(() => home.close());

describe('who is on call', () => {
  test('[W-354] a gap goes to the administrators, and the history says so', async () => {
    await home.saveSteps([step(5)]);
    await home.launchStopped();
    expect((await home.findAlert()).nextEscalation).toMatchObject({ reason: 'gap', at: formatUtcSecond(home.at(5)) });
    await home.escalate(5);
    expect(await home.listSent()).toEqual([ADMIN]);
    expect((await home.listSteps())[0]).toMatch(/\(no one is on call\)$/);
  });

  test('[W-354] a person who is deleted or has no phone for a text message is replaced by the administrators', async () => {
    const mute = await home.runs.addPerson({ isOptedIn: false });
    await home.saveShifts([{ userId: mute.userId, from: 0, until: 0 }]);
    await home.saveSteps([step(5, { media: ['sms'] }), step(10)]);
    await home.launchStopped();
    await home.escalate(5);
    expect(await home.listSent()).toEqual([ADMIN]);
    await home.query('delete from users where id = $1', [mute.userId]);
    await home.escalate(10);
    expect(await home.listSent()).toEqual([ADMIN, ADMIN]);
    expect(await home.listSteps()).toEqual([
      expect.stringMatching(/\(others cannot be reached\)$/),
      expect.stringMatching(/\(others cannot be reached\)$/),
    ]);
  });

  test('[W-350, W-351] the person who is on call when the step is taken gets it, by override or shift', async () => {
    const minuteOfWeek = (time: number) => {
      const monday = Date.UTC(2026, 0, 5);
      return ((Math.floor((time - monday) / MINUTE) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;
    };
    const handover = minuteOfWeek(home.at(10));
    await home.saveShifts([
      { userId: ann.userId, from: handover, until: (handover + 60) % WEEK_MINUTES },
      { userId: bob.userId, from: (handover + 60) % WEEK_MINUTES, until: handover },
    ]);
    await home.saveSteps([step(5), step(15), step(65)]);
    await home.query(
      `insert into on_call_overrides (group_id, user_id, from_at, until_at, added_name) values ($1, $2, $3, $4, 'n')`,
      [home.world.groupId, ann.userId, new Date(home.at(64)), new Date(home.at(90))],
    );
    await home.launchStopped();
    await home.escalate(5);
    await home.escalate(15);
    await home.escalate(65);
    expect(await home.listSent()).toEqual([bob.email, ann.email, ann.email]);
  });

  test('[W-354] a company without administrators notes it, and the next step comes at once', async () => {
    await home.saveSteps([step(5), step(60, { onCall: false, userIds: [bob.userId] })]);
    await home.launchStopped();
    await home.query(`update users set role = 'viewer' where email = $1`, [ADMIN]);
    try {
      await home.escalate(5);
      await home.escalate(5.2);
    } finally {
      await home.query(`update users set role = 'admin' where email = $1`, [ADMIN]);
    }
    expect(await home.listSent()).toEqual([bob.email]);
    expect((await home.listSteps())[0]).toBe('escalation-failed: The company has no administrator');
  });
});

test.each([
  ['in the hour after clocks skip one', '2026-03-08T08:01:00Z', [1]],
  ['in both passes of an hour that clocks repeat', '2026-11-01T06:50:00Z', [1, 50]],
])('[W-349] a shift that begins in the changed hour counts %s', async (_when, lostAt, minutes) => {
  home.stoppedAt = Date.parse(lostAt);
  const sunday = 6 * 24 * 60;
  await home.saveShifts(
    [
      { userId: bob.userId, from: sunday, until: sunday + 90 },
      { userId: ann.userId, from: sunday + 90, until: sunday },
    ],
    'America/Chicago',
  );
  await home.saveSteps(minutes.map((each) => step(each)));
  await home.loseBroker();
  for (const each of minutes) await home.escalate(each);
  expect(await home.listSent()).toEqual(minutes.map(() => ann.email));
});
