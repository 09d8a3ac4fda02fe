/** The integers of a list of words, as the document tells them. */
export function listWords(words: readonly string[]): string {
  return words.map((word, at) => `${at} ${word}`).join(', ');
}
