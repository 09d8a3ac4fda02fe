import { test } from 'vitest';
import { verifyDelivery } from './testing/delivery-model.ts';

test('[C-040] whatever happens on the way: nothing is lost, nothing done twice, all in its order, one at a time, every step kept and told', () =>
  verifyDelivery({ numRuns: 25, withinMs: 20_000 }));
