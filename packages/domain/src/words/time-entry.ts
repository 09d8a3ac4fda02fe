import type { TimeEntryFault } from '../time/zoned-entry.ts';

/** The error below a field for a time. */
export function describeTimeEntryFault(fault: TimeEntryFault): string {
  switch (fault.code) {
    case 'not-a-date':
      return 'Invalid date';
    case 'unknown-offset':
      return 'Unknown offset. Write it like UTC-5 or UTC+5:45.';
    case 'skipped':
      return `Clocks in ${fault.zone} skip this time when they are put forward.`;
    case 'repeated':
      return `Clocks in ${fault.zone} show this time twice. Add ${fault.offsets.join(' or ')}.`;
  }
}
