import { test } from 'vitest';
import { verifyDelivery } from './testing/delivery-model.ts';

test('[C-040] the delivery loses nothing, does nothing twice, keeps the order and records every step in random sequences of events', () =>
  verifyDelivery({ numRuns: 25, withinMs: 20_000 }));
