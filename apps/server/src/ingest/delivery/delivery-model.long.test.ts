import { test } from 'vitest';
import { verifyDelivery } from './testing/delivery-model.ts';

test('[C-040] whatever happens on the way, in many more courses of events', { timeout: 600_000 }, () =>
  verifyDelivery({ numRuns: 500, withinMs: 300_000 }),
);
