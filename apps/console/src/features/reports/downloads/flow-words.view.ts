import { parseUtc } from '@waymark/domain/time/utc';
import { LOCALE, t } from '#/language/t.ts';
import type { ShownError } from '#/ui/state/shown-error.ts';
import { VALIDATION_TITLE, type Message } from './choice.view.ts';

const day = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });

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
  return t(
    'A download recorded passage data session was started by {name} on {day} utilizing AGMs = [{uids}] that is still open. Do you wish to end the current session to continue?',
    { name, day: describeDay(createdDate), uids: uids.join(', ') },
  );
}

/** O-072 */
export const describeOldFirmware = (uids: readonly number[]): Message => ({
  title: VALIDATION_TITLE,
  text: t('The firmware for the AGM(s) [{uids}] must be upgraded to download recorded passage data.', {
    uids: uids.join(', '),
  }),
});

/** Without a log id the server has no entry in its error log: shows the reason itself. */
const reasonOf = ({ message, logId }: ShownError) => (logId === undefined ? message : `LogId = [${logId}]`);

/** O-071: failures of resume, cancel and command queue. */
export const describeServiceException = (error: ShownError): Message => ({
  title: t('Service Exception'),
  text: t('A service exception has occurred. {reason}', { reason: reasonOf(error) }),
});

/** O-070: other failures. */
export const describeReportException = (error: ShownError): Message => ({
  title: t('Report Manager Service Exception'),
  text: t('A report manager service exception has occurred. {reason}', { reason: reasonOf(error) }),
});
