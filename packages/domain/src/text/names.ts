/** Names that differ only in case, or in how their letters are composed, count as the same name. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** The first name that an earlier one has already, whatever its case; undefined: all differ. */
export function findNamesake(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(foldName(name)).size);
}

/**
 * Control characters, line separators, unpaired surrogates, and the bidirectional controls, which reorder the text
 * around them.
 */
const MISLEADING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Characters that show nothing; the joiners are left out, because some scripts and emoji need them. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Cf}\u115F\u1160\u3164\uFFA0]/u;

/** Whether a name could be mistaken for another one or for several lines. */
export function hasHiddenControls(text: string): boolean {
  return MISLEADING.test(text) || INVISIBLE.test(text);
}

/** The same for a multi-line text, which is no name: it may have line breaks and characters that show nothing. */
export function hasHiddenControlsInLines(text: string): boolean {
  return MISLEADING.test(text.replaceAll(/[\t\n\r]/g, ''));
}
