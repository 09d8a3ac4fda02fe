import { formatDuration } from '@waymark/domain/run/estimate/location-message';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import styles from './Stringline.module.css';
import type { NextMarker, Stringline } from './stringline.view.ts';

const clock = (at: number | null) => (at === null ? '–' : formatUtcSecond(at).slice(11, 16));

function describeEta({ at, due }: NextMarker, now: number): string {
  return due ?? (at > now ? formatDuration((at - now) / 1000) : 'now');
}

interface NextMarkersProps {
  readonly line: Pick<Stringline, 'next' | 'search' | 'lengthM'>;
  readonly now: number;
}

/** The arrival at the next markers, with the range that contains four arrivals in five. */
export function NextMarkers({ line: { next, search, lengthM }, now }: NextMarkersProps) {
  if (next.length === 0) return null;
  // Keeps the stretch to search visible.
  const side = search && (search.fromM + search.toM < lengthM ? 'right' : 'left');
  return (
    <table className={styles.next} aria-label="Next markers" data-beside={side}>
      <thead>
        <tr>
          <th scope="col">Next markers</th>
          <th scope="col" data-number>
            ETA
          </th>
          <th scope="col" data-number>
            Earliest
          </th>
          <th scope="col" data-number>
            Latest
          </th>
        </tr>
      </thead>
      <tbody>
        {next.map((marker) => (
          <tr key={marker.name} data-overdue={marker.state === 'overdue' || undefined}>
            <th scope="row">{marker.name}</th>
            <td data-number title={`${formatUtcSecond(marker.at)} UTC`}>
              {describeEta(marker, now)}
            </td>
            <td data-number>{clock(marker.earliest)}</td>
            <td data-number>{clock(marker.latest)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
