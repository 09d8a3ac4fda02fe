/**
 * Whether two values of plain data (primitives, arrays, objects) have the same content, in any order of fields. A field
 * that is undefined equals a missing one.
 */
export function isEqual<Value>(one: Value, other: Value): boolean {
  return areEqual(one, other);
}

function areEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return Number.isNaN(one) && Number.isNaN(other);
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && areSame(one, other);
  return Object.keys({ ...one, ...other }).every((field) => areEqual(one[field], other[field]));
}

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, at) => areEqual(item, other[at]));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
