export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word) => /^./u.exec(word ?? '')?.[0] ?? '');
  return letters.join('').toUpperCase();
}
