import { markText } from '@waymark/domain/language/translate';
import type { RunHarm } from './definition.ts';
import { POWER_MODE } from './power-modes.ts';

// The harms that several commands share.

const ENABLES = ['enable0', 'enable1', 'enable2', 'enable3'];

export const DETECTORS_OFF: RunHarm = {
  text: markText('All detectors off: no passage is detected until one is on again.'),
  applies: (parameters) => ENABLES.every((name) => parameters[name] === 0),
};

export const HIBERNATE: RunHarm = {
  text: markText('Hibernate: passages are reported only when the AGM wakes up.'),
  applies: ({ powerMode }) => powerMode === POWER_MODE.hibernate,
};

export const CELLULAR_OFF: RunHarm = {
  text: markText('Cellular OFF: no passage is reported until someone beside the AGM turns it on.'),
  applies: ({ powerMode }) => powerMode === POWER_MODE.cellularOff,
};

export const RESTART_TEXT = markText('Restart: no passage is detected until the AGM is back.');
