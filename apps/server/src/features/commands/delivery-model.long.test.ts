import { test } from 'vitest';
import { verifyDelivery } from './testing/delivery-model.ts';

test('[C-040] the delivery holds its invariants in many more random sequences of events', { timeout: 600_000 }, () =>
  verifyDelivery({ numRuns: 500, withinMs: 300_000 }),
);
