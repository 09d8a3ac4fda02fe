interface Position {
  readonly lat: number | null;
  readonly lon: number | null;
}
export interface Located {
  readonly lat: number;
  readonly lon: number;
}

/** Devices report 0/0 when they do not know their place. */
export function isLocated<P extends Position>(position: P): position is P & Located {
  const { lat, lon } = position;
  return lat !== null && lon !== null && !(lat === 0 && lon === 0);
}

const MAX_DECIMALS = 8;
const ROUNDED_DECIMALS = 6;

/** As stored; more than eight decimals are rounded to six. */
export function formatDegrees(degrees: number): string {
  const text = String(degrees);
  const [, decimals = ''] = text.split('.');
  const isLong = decimals.length > MAX_DECIMALS || text.includes('e');
  return isLong ? String(Number(degrees.toFixed(ROUNDED_DECIMALS))) : text;
}

/** "36.1301, -96.0302" */
export function formatLocation({ lat, lon }: Located): string {
  return `${formatDegrees(lat)}, ${formatDegrees(lon)}`;
}
