// PostgreSQL refuses the zero character and unpaired surrogates. One such text would make the transaction of a whole
// batch fail, so readers of external data refuse it first.

export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** JSON in valid UTF-8 can contain such a text only as an escape. */
const SUSPECT_ESCAPE = /\\u(?:0000|d[89a-f])/i;

export function hasSuspectEscape(json: string): boolean {
  return SUSPECT_ESCAPE.test(json);
}

/** Checks every text and every name in a parsed JSON value. Iterative, because hostile values nest deeply. */
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
