import { parseUtc } from '@waymark/domain/time/utc';
import type { ShownError } from '#/ui/state/shown-error.ts';
import { VALIDATION_TITLE, type Message } from './choice.view.ts';

const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });

/** "Mar 18, 2026" */
export function describeDay(text: string): string {
  const at = parseUtc(text);
  return at.ok ? day.format(at.value) : text;
}

interface OpenSession {
  readonly name: string;
  readonly createdDate: string;
  readonly uids: readonly number[];
}

/** O-073 */
export function describeOpenSession({ name, createdDate, uids }: OpenSession): string {
  return `A download recorded passage data session was started by ${name} on ${describeDay(createdDate)} utilizing AGMs = [${uids.join(', ')}] that is still open. Do you wish to end the current session to continue?`;
}

/** O-072 */
export const describeOldFirmware = (uids: readonly number[]): Message => ({
  title: VALIDATION_TITLE,
  text: `The firmware for the AGM(s) [${uids.join(', ')}] must be upgraded to download recorded passage data.`,
});

/** Without a log id the server has no entry in its error log: shows the reason itself. */
const reasonOf = ({ message, logId }: ShownError) => (logId === undefined ? message : `LogId = [${logId}]`);

/** O-071: failures of resume, cancel and command queue. */
export const describeServiceException = (error: ShownError): Message => ({
  title: 'Service Exception',
  text: `A service exception has occurred. ${reasonOf(error)}`,
});

/** O-070: other failures. */
export const describeReportException = (error: ShownError): Message => ({
  title: 'Report Manager Service Exception',
  text: `A report manager service exception has occurred. ${reasonOf(error)}`,
});
