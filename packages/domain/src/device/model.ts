/** Under 15 characters, digits only. */
const UID_FORM = /^\d{1,14}$/;

/** Parses a typed device number; null: invalid. */
export function parseUid(text: string): number | null {
  const trimmed = text.trim();
  const uid = UID_FORM.test(trimmed) ? Number(trimmed) : 0;
  return uid > 0 ? uid : null;
}

const MODELS: Readonly<Record<number, string>> = { 18: 'AGM10', 62: 'AGM20' };
const NEWER_PRODUCT = 62;

/** null: not reported, or unknown. */
export function describeModel(productNumber: number | null): string | null {
  return productNumber === null ? null : (MODELS[productNumber] ?? null);
}

/** The newer model has the larger icon. */
export function isNewerModel(productNumber: number | null): boolean {
  return productNumber === NEWER_PRODUCT;
}
