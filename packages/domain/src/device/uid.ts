/** Under 15 characters, digits only. */
const UID_FORM = /^\d{1,14}$/;

/** Parses a typed device number; null: invalid. */
export function parseUid(text: string): number | null {
  const trimmed = text.trim();
  const uid = UID_FORM.test(trimmed) ? Number(trimmed) : 0;
  return uid > 0 ? uid : null;
}
