/**
 * Control characters, line separators, halves of characters, and the bidirectional embeddings, overrides and isolates
 * that show the text around them in another order. The marks that right-to-left names need are allowed.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a name could look like another one, or like several lines. */
export function hasHiddenControls(text: string): boolean {
  return HIDDEN.test(text);
}

/** The same for a text of several lines. */
export function hasHiddenControlsInLines(text: string): boolean {
  return HIDDEN.test(text.replaceAll(/[\t\n\r]/g, ''));
}
