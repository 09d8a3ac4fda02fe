import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyHeartbeat } from '../testing/mqtt-arbitraries.ts';
import { heartbeatSchema, type Heartbeat } from './heartbeat.ts';
import { readPlainHeartbeat } from './plain-heartbeat.ts';

const FIELDS = Object.keys(heartbeatSchema.shape);
const anyField = fc.constantFrom(...FIELDS);
/** At the limits of the fields and beyond, and of other types. */
const anyValue = fc.oneof(
  fc.constantFrom(-1, -0, 0, 1, 2, 0.5, 90, 90.1, 180, 180.1, 255, 256, 65_535, 65_536, -500, -500.1, 20_000, 20_000.1),
  fc.constantFrom(253_402_300_799_999, 253_402_300_800_000, 1e300, Number.NaN, Infinity, null, undefined, true, '1'),
  fc.constantFrom('cell', 'bt', 'satellite', {}, []),
  fc.double(),
  fc.integer(),
);

/** The reading of the schema; null: refused. */
function readBySchema(sent: unknown): Heartbeat | null {
  const parsed = heartbeatSchema.safeParse(sent);
  return parsed.success ? parsed.data : null;
}

it('a heartbeat with every field is read without the schema, and as by the schema', () => {
  fc.assert(
    fc.property(anyHeartbeat, fc.dictionary(fc.string(), fc.integer()), (heartbeat, more) => {
      const sent = { ...more, ...heartbeat };
      const read = readPlainHeartbeat(sent);
      expect(read).toStrictEqual(heartbeat.altitude === null ? null : readBySchema(sent));
    }),
    { numRuns: 500 },
  );
});

it('a value that the schema refuses or changes is left to the schema', () => {
  fc.assert(
    fc.property(anyHeartbeat, anyField, anyValue, (heartbeat, field, value) => {
      const sent = { ...heartbeat, [field]: value };
      const read = readPlainHeartbeat(sent);
      expect(read === null || Object.is(JSON.stringify(read), JSON.stringify(readBySchema(sent)))).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

it.each([null, undefined, 7, 'text', [], {}])('%j is left to the schema', (sent) => {
  expect(readPlainHeartbeat(sent)).toBeNull();
});
