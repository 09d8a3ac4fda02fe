/** Names that differ only in case, or in how their letters are composed, count as the same name. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** The first name that an earlier one has already, whatever its case; undefined: all differ. */
export function findNamesake(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(foldName(name)).size);
}
