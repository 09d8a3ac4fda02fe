import { t } from '#/language/t.ts';

/** Failures of the console have no HTTP status. */
export function describeStatus(status: number): string {
  return status === 0 ? t('Console') : String(status);
}

/** A stack trace is shown below its first line, the message. */
export function splitMessage(text: string): { readonly first: string; readonly rest: string } {
  const end = text.indexOf('\n');
  return end < 0 ? { first: text, rest: '' } : { first: text.slice(0, end), rest: text.slice(end + 1).trimEnd() };
}
