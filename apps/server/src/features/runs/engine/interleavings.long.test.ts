import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { ManualClock } from '../../../hub/testing/manual-clock.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { interleaving, Interleavings } from './testing/interleavings.ts';

let server: TestServer;
let interleavings: Interleavings;
beforeAll(async () => {
  // A manual clock stops the server's own engine, which could otherwise change a run while it is checked.
  server = await startTestServer({ runClock: new ManualClock() });
  interleavings = await Interleavings.open(server);
});
afterAll(async () => {
  await interleavings.close();
  await server.close();
});

test('concurrent changes by two admins and the devices leave a run in a state that the rules allow', async () => {
  await fc.assert(
    fc.asyncProperty(interleaving, (given) => interleavings.check(given)),
    { numRuns: 100, seed: 90, endOnFailure: true },
  );
}, 600_000);
