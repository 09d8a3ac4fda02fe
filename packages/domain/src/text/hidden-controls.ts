/**
 * Control characters, line separators, unpaired surrogates, and bidirectional embeddings, overrides and isolates that
 * reorder the text around them. The marks that right-to-left names need are allowed.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a name could be mistaken for another one or for several lines. */
export function hasHiddenControls(text: string): boolean {
  return HIDDEN.test(text);
}

/** The same for a multi-line text. */
export function hasHiddenControlsInLines(text: string): boolean {
  return HIDDEN.test(text.replaceAll(/[\t\n\r]/g, ''));
}
