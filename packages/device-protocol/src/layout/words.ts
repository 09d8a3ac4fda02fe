/** Describes the integers of a word list for the document. */
export function listWords(words: readonly string[]): string {
  return words.map((word, at) => `${at} ${word}`).join(', ');
}
