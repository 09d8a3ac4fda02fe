// What a person may answer to a text message, in words that providers agree on.
const STOPS: ReadonlySet<string> = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit']);
const STARTS: ReadonlySet<string> = new Set(['start', 'yes', 'unstop']);

export type TextWish = 'stop' | 'start';

/** What the whole answer asks for, in any case and with any signs around it; null: nothing. */
export function readTextWish(text: string): TextWish | null {
  const word = text.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  if (STOPS.has(word)) return 'stop';
  return STARTS.has(word) ? 'start' : null;
}
