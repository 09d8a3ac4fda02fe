import type { PolicyFault } from '../alert/escalation.ts';
import { markTexts } from '../language/translate.ts';
import type { OverrideFault, RosterFault } from '../on-call/roster.ts';

const FAULTS: Readonly<Record<PolicyFault | OverrideFault | RosterFault, string>> = markTexts({
  'no-recipient': 'A step goes to the person on call or to users.',
  'no-medium': 'A step needs a medium.',
  'steps-out-of-order': 'Each step comes later than the one before.',
  'unknown-zone': 'There is no such time zone.',
  'outside-the-week': 'A shift begins and ends in the week.',
  'shifts-overlap': 'Two shifts overlap. At any time one person is on call.',
  'ends-before-it-begins': 'An override ends after it begins.',
  'is-over': 'This override would be over already.',
  'too-long': 'An override lasts 60 days at most.',
});

export const describeOnCallFault = (fault: PolicyFault | OverrideFault | RosterFault): string => FAULTS[fault];
