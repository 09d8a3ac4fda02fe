import { inEnglish, markTexts, type Translate } from '../language/translate.ts';
import type { SilenceFault } from '../alert/silence.ts';

const FAULTS: Readonly<Record<SilenceFault, string>> = markTexts({
  'ends-before-it-begins': 'A silence ends after it begins.',
  'is-over': 'This silence would be over already.',
  'too-long': 'A silence lasts 30 days at most.',
  'too-far-ahead': 'A silence begins within a year.',
  'marker-without-path': 'A marker belongs to a path: choose the path too.',
});

export const describeSilenceFault = (fault: SilenceFault, t: Translate = inEnglish): string => t(FAULTS[fault]);
