export interface Place {
  readonly lat: number;
  readonly lon: number;
}

const FORM = /^(-?\d{1,2}(?:\.\d+)?)\s*[,\s]\s*(-?\d{1,3}(?:\.\d+)?)$/;

/** "36.13, -96.03": latitude and longitude as users write them; null for anything else. */
export function parsePlace(text: string): Place | null {
  const [, lat, lon] = FORM.exec(text.trim()) ?? [];
  const place = { lat: Number(lat), lon: Number(lon) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : null;
}
