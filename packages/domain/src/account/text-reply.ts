// Keywords that users may reply to a text message, as agreed by providers.
const STOPS: ReadonlySet<string> = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit']);
const STARTS: ReadonlySet<string> = new Set(['start', 'yes', 'unstop']);

export type TextWish = 'stop' | 'start';

/** Matches the whole reply, ignoring case and surrounding punctuation; null: no keyword. */
export function readTextWish(text: string): TextWish | null {
  const word = text.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  if (STOPS.has(word)) return 'stop';
  return STARTS.has(word) ? 'start' : null;
}

const ACKNOWLEDGE = /^[^a-z0-9]*ack[^a-z0-9]*(\d{1,9})[^a-z0-9]*$/i;

/** The number in a reply such as "ACK 123"; null: the reply is no acknowledgement. */
export function readAcknowledgement(text: string): number | null {
  const number = ACKNOWLEDGE.exec(text)?.[1];
  return number === undefined ? null : Number(number);
}
