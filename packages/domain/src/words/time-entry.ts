import { inEnglish, type Translate } from '../language/translate.ts';
import type { TimeEntryFault } from '../time/zoned-entry.ts';

/** The error below a field for a time. */
export function describeTimeEntryFault(fault: TimeEntryFault, t: Translate = inEnglish): string {
  switch (fault.code) {
    case 'not-a-date':
      return t('Invalid date');
    case 'unknown-offset':
      return t('Unknown offset. Write it like UTC-5 or UTC+5:45.');
    case 'skipped':
      return t('Clocks in {zone} skip this time when they are put forward.', { zone: fault.zone });
    case 'repeated':
      return t('Clocks in {zone} show this time twice. Add {offsets}.', {
        zone: fault.zone,
        offsets: fault.offsets.join(t(' or ')),
      });
  }
}
