import { addScreenJourneys, isDaily } from './screens/walks.ts';

// Screens, windows and dialogs as a designer sees them, and as axe does, in both themes and on a phone. The pictures are
// left in test-results/screens. The other walks are in long/screens.spec.ts.

addScreenJourneys(isDaily);
