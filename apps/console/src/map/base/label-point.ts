import type { MultiPolygon, Polygon, Position } from 'geojson';

/** Twice the signed area of a ring, in square degrees, and its centroid. */
function measureRing(ring: readonly Position[]): { readonly area: number; readonly centroid: Position } {
  let area = 0;
  let x = 0;
  let y = 0;
  ring.forEach(([x1 = 0, y1 = 0], index) => {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? [];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  });
  return { area: Math.abs(area), centroid: area === 0 ? (ring[0] ?? [0, 0]) : [x / (3 * area), y / (3 * area)] };
}

/** The position of an area's name: the middle of its largest part; null if it has no area. */
export function findLabelPoint(area: Polygon | MultiPolygon): { readonly at: Position; readonly size: number } | null {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  const parts = polygons.map(([outer = []]) => measureRing(outer)).filter(({ area: size }) => size > 0);
  if (parts.length === 0) return null;
  const largest = parts.reduce((best, part) => (part.area > best.area ? part : best));
  return { at: largest.centroid, size: largest.area };
}
