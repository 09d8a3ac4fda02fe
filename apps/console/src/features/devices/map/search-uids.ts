/** A user refines the search rather than read more results. */
const MAX_RESULTS = 30;

/** Uids that contain the text; those that begin with it first, each group in order. */
export function searchUids(uids: Iterable<number>, text: string): readonly number[] {
  const wanted = text.trim();
  if (wanted === '') return [];
  const found = [...uids].filter((uid) => String(uid).includes(wanted)).toSorted((a, b) => a - b);
  const begins = found.filter((uid) => String(uid).startsWith(wanted));
  const contains = found.filter((uid) => !String(uid).startsWith(wanted));
  return [...begins, ...contains].slice(0, MAX_RESULTS);
}
