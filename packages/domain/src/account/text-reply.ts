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
