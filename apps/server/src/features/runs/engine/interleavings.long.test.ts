import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { ManualClock } from '../../../hub/testing/manual-clock.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { interleaving, Interleavings } from './testing/interleavings.ts';

let server: TestServer;
let interleavings: Interleavings;
beforeAll(async () => {
  // Its engine does not look by itself: what it found just while a run is judged would be a change too many.
  server = await startTestServer({ runClock: new ManualClock() });
  interleavings = await Interleavings.open(server);
});
afterAll(async () => {
  await interleavings.close();
  await server.close();
});

test('whatever two admins and the devices of a run do in the same second ends in one state that the rules allow', async () => {
  await fc.assert(
    fc.asyncProperty(interleaving, (given) => interleavings.check(given)),
    { numRuns: 100, seed: 90, endOnFailure: true },
  );
}, 600_000);
