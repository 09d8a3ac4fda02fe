import { writeCommand } from '../commands.wire.ts';
import { Notices } from '../../../platform/database/notices.ts';
import { readCommand } from '../command.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { openTestDoor, type TestDoor } from '../../../ingest/testing/test-door.ts';
import { ModelWorld, forwardNotices, type Action } from './model-world.ts';
import { NO_HANDLERS } from './trial-commands.ts';

// Random faults of lines, devices and the server, in any order: every queued command still reaches a final state that
// users can see, and no command is executed twice.

const device = fc.nat(1);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('queue' as const),
      device,
      count: fc.integer({ min: 1, max: 3 }),
      expiresInS: fc.option(fc.integer({ min: 1, max: 400 })),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'connect' as const,
        'connect' as const,
        'answer' as const,
        'answer' as const,
        'disconnect' as const,
        'deafen' as const,
        'loseAnswers' as const,
      ),
      device,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('work' as const),
      device,
      mood: fc.constantFrom('willing' as const, 'willing' as const, 'rejecting' as const, 'busy' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), place: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.constantFrom(1, 20, 31, 45, 301) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

/** `isHasty`: the next action happens before the consequences of this one are complete. */
const course = fc.array(fc.record({ action, isHasty: fc.boolean() }), { minLength: 5, maxLength: 40, size: 'max' });

const ENDS = ['accepted', 'rejected', 'deleted', 'expired'];
const MAY_FOLLOW: Readonly<Record<string, readonly string[]>> = {
  '': ['queued'],
  queued: ['queued', 'sent', 'accepted', 'rejected', 'deleted', 'expired'],
  sent: ['sent', 'queued', 'accepted', 'rejected', 'deleted', 'expired'],
  // A rejected command may be deleted from the list.
  rejected: ['deleted'],
  // A late answer is recorded.
  deleted: ['deleted'],
  expired: ['expired'],
};

interface StepRow {
  readonly command_id: number;
  readonly uid: number;
  readonly state: string;
}

/** The last step of each command equals its stored state. */
async function checkStates(door: TestDoor): Promise<void> {
  const other = await door.query(
    `select id, state, (select array_agg(step.state order by step.id) from command_steps step where command_id = c.id) as steps from commands c
     where state is distinct from (select step.state from command_steps step where command_id = c.id order by step.id desc limit 1)`,
  );
  expect(other).toEqual([]);
}

/** Replays the stored steps in order. */
async function checkSteps(door: TestDoor, world: ModelWorld): Promise<void> {
  const steps = await door.query<StepRow>(
    `select command_id, uid, step.state from command_steps step join commands c on c.id = command_id
     where uid = any($1) order by step.id`,
    [world.devices.map(({ uid }) => uid)],
  );
  const states = new Map<number, string>();
  const sent = new Map<number, number>();
  const inFlight = new Map<number, number>();
  for (const { command_id: id, uid, state } of steps) {
    const before = states.get(id) ?? '';
    expect(MAY_FOLLOW[before], `${state} after ${before}`).toContain(state);
    if (state === 'sent') {
      expect([undefined, id]).toContain(inFlight.get(uid));
      inFlight.set(uid, id);
      sent.set(id, (sent.get(id) ?? 0) + 1);
    } else if (inFlight.get(uid) === id) inFlight.delete(uid);
    states.set(id, state);
  }
  for (const id of world.ids) {
    const row = await world.commands.find(id);
    expect([row.state, row.attempts]).toEqual([states.get(id), sent.get(id) ?? 0]);
  }
}

async function checkEnds(door: TestDoor, world: ModelWorld): Promise<void> {
  const updates = door.events.flatMap((event) => (event.name === 'ReceiveCommandUpdate' ? [event.data] : []));
  const told = Map.groupBy(updates, ({ commandId }) => commandId);
  for (const id of world.ids) {
    const row = await world.commands.find(id);
    expect(ENDS).toContain(row.state);
    // Events of two quick commits may arrive in any order.
    expect(told.get(id)).toContainEqual(writeCommand(readCommand(row)));
    expect(told.get(id)).toHaveLength((await world.commands.steps(id)).length);
    const times = world.devices.flatMap(({ done }) => done).filter((each) => each === id).length;
    expect(times).toBeLessThanOrEqual(1);
    if (row.state === 'accepted') expect(times).toBe(1);
    if (row.state === 'rejected') expect(times).toBe(0);
  }
  for (const { done } of world.devices) expect(done).toEqual(done.toSorted((one, other) => one - other));
}

interface Extent {
  readonly numRuns: number;
  /** Time limit: after this the runs so far are sufficient, and the smallest failing sequence is reported. */
  readonly withinMs: number;
}

export async function verifyDelivery({ numRuns, withinMs }: Extent): Promise<void> {
  const door = await openTestDoor([], NO_HANDLERS);
  const notices = new Notices(door.connection, door.log);
  const target = forwardNotices(notices);
  await notices.start();
  try {
    await fc.assert(
      fc.asyncProperty(course, async (steps) => {
        door.events.length = 0;
        const world = new ModelWorld(door, target);
        try {
          for (const step of steps) {
            await world.act(step.action);
            if (step.isHasty) continue;
            await world.rest();
            await checkStates(door);
          }
          await world.drain();
          await checkSteps(door, world);
          await checkEnds(door, world);
          expect(await Promise.all(world.wasCommitted)).not.toContain(false);
        } finally {
          await world.close();
          await door.query('truncate commands, command_steps');
        }
      }),
      { numRuns, plugins: [fc.interruptAfterTimeLimit(withinMs)] },
    );
  } finally {
    await notices.close();
    await door.close();
  }
}
