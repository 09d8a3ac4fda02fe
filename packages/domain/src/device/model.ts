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
