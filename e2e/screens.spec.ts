import { addScreenJourneys, isDaily } from './screens/walks.ts';

// Checks screens, windows and dialogs for design errors and with axe, in both themes and on a phone. The pictures go to
// test-results/screens. The other walks are in long/screens.spec.ts.

addScreenJourneys(isDaily);
