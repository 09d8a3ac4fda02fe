import { BROADCAST_CODES } from './broadcast-codes.ts';
import { planBroadcast } from './broadcast-plan.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';

const AT = Date.UTC(2026, 2, 16);
const HOUR = 3_600_000;

const fourOf = (value: fc.Arbitrary<number>) => fc.option(fc.array(fc.option(value), { minLength: 4, maxLength: 4 }));
const device = fc.record({
  firmwareVersion: fc.option(fc.constantFrom(2.3, 2.5, 9.9, 10.28, 10.71)),
  isIridium: fc.option(fc.boolean()),
  schedule: fc.option(fc.integer({ min: 0, max: 7 })),
  frequencies: fourOf(fc.integer({ min: 0, max: 255 })),
  sensitivities: fourOf(fc.integer({ min: 0, max: 6 })),
});
const order = fc.record({
  codes: fc.subarray([...BROADCAST_CODES], { minLength: 1 }),
  window: fc.option(fc.constant({ startAt: AT, endAt: AT + 6 * HOUR })),
  passages: fc.array(fc.integer({ min: AT - HOUR, max: AT + 7 * HOUR }), { maxLength: 30 }),
});

test('every planned command matches its schema, and a device without commands has a reason', () => {
  fc.assert(
    fc.property(order, device, (asked, target) => {
      const { commands, failure } = planBroadcast(asked, target);
      for (const { type, parameters } of commands)
        expect(COMMANDS[type].parameters.parse(parameters)).toEqual(parameters);
      expect(commands.length > 0 || failure !== null).toBe(true);
    }),
  );
});
