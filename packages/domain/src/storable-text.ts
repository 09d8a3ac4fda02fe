// PostgreSQL refuses the zero character, and half of a surrogate pair is not a character. One such text in a batch makes
// the whole transaction fail, so readers of outside data refuse it first.

export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** JSON in valid UTF-8 can hold such a text only as an escape. */
const SUSPECT_ESCAPE = /\\u(?:0000|d[89a-f])/i;

export function hasSuspectEscape(json: string): boolean {
  return SUSPECT_ESCAPE.test(json);
}

/** Checks every text and every name in a parsed JSON value. Uses no recursion: hostile values nest deeply. */
export function isStorable(root: unknown): boolean {
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && !isStorableText(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorableText(name)) return false;
      open.push(inner);
    }
  }
  return true;
}
