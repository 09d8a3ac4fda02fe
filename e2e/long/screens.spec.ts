import { test } from '../test.ts';
import { addScreenJourneys, isDaily } from '../screens/walks.ts';

// The walks that are not in screens.spec.ts.

test.beforeEach(() => test.slow());
addScreenJourneys((name, where) => !isDaily(name, where));
