// Dates at and beyond the limits of our dates, of JavaScript and of the database.

const FAR_TEXTS = [
  '9999-12-31 23:59:59',
  '9999-12-31 23:59:59.999',
  '9999-12-31T23:59:59Z',
  '10000-01-01 00:00:00',
  '+010000-01-01T00:00:00Z',
  '+275760-09-13 00:00:00',
  '275760-09-13T00:00:00.000Z',
  '12026-03-18 00:00:00',
  '0000-01-01 00:00:00',
  '0001-01-01 00:00:00',
  '-000001-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '1969-12-31 23:59:59',
  '2026-02-29 00:00:00',
] as const;
const FAR_INSTANTS = [
  253_402_300_799_999,
  253_402_300_800_000,
  8.64e15,
  8.64e15 + 1,
  -62_135_596_800_001,
  -8.64e15,
  Number.MAX_SAFE_INTEGER,
] as const;

export const FAR_DATES: readonly (string | number)[] = [...FAR_TEXTS, ...FAR_INSTANTS];

const DATE = /^\d{4}-\d\d-\d\d(?:[ T]|$)/;
/** Number of dates of a value that are also replaced individually. */
const MOST_ALONE = 6;

function isDate(value: unknown): boolean {
  if (typeof value === 'string') return DATE.test(value);
  return typeof value === 'number' && value > 1e12 && value < 1e13;
}

/** Replaces the dates of the value that are chosen by their position among its dates. */
function exchangeDates(
  value: unknown,
  far: string | number,
  isChosen: (place: number) => boolean,
): { readonly value: unknown; readonly dates: number } {
  let dates = 0;
  const exchange = (part: unknown): unknown => {
    if (isDate(part)) return isChosen(dates++) ? far : part;
    if (Array.isArray(part)) return part.map(exchange);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, exchange(each)]));
  };
  return { value: exchange(value), dates };
}

/** Yields the value with all its dates replaced by each far one, and with one replaced at a time. */
export function* putFarDates(value: unknown): Generator {
  const { dates } = exchangeDates(value, '', () => false);
  const alone = dates > 1 ? Math.min(dates, MOST_ALONE) : 0;
  for (const far of dates > 0 ? FAR_DATES : []) {
    yield exchangeDates(value, far, () => true).value;
    for (let chosen = 0; chosen < alone; chosen++) yield exchangeDates(value, far, (place) => place === chosen).value;
  }
}
