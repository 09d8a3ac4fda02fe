/** Under 15 characters, digits only. */
const UID_FORM = /^\d{1,14}$/;

/** A typed device number, or null when it is none. */
export function parseUid(text: string): number | null {
  const trimmed = text.trim();
  const uid = UID_FORM.test(trimmed) ? Number(trimmed) : 0;
  return uid > 0 ? uid : null;
}
