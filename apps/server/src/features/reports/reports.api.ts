// Other features print with these.

export type { Press } from './files/press.ts';
export { readLetterhead } from './letterhead.service.ts';
export type { HandoverToPrint } from './files/pdf/handover-pages.ts';
