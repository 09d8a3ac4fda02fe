import { markTexts } from '../language/translate.ts';
import type { RunStatus } from '../run/estimate/status.ts';

export const STATUS_WORDS: Readonly<Record<RunStatus, string>> = markTexts({
  stopped: 'Stopped',
  late: 'Late',
  overdue: 'Overdue',
  heard: 'Passage to verify',
  unheard: 'Nothing heard since launch',
  'on-its-way': 'On its way',
  paused: 'Paused',
  waiting: 'Waiting for launch',
});
