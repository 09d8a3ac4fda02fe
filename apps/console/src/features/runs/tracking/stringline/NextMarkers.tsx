import { formatDuration } from '@waymark/domain/run/location-message';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import styles from './Stringline.module.css';
import type { NextMarker } from './stringline.view.ts';

const clock = (at: number | null) => (at === null ? '–' : formatUtcSecond(at).slice(11, 16));

/** When the pig comes to the next markers, and between which times with four chances in five. */
export function NextMarkers({ next, now }: { readonly next: readonly NextMarker[]; readonly now: number }) {
  if (next.length === 0) return null;
  return (
    <table className={styles.next} aria-label="Next markers">
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
        {next.map(({ name, at, earliest, latest }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-number title={`${formatUtcSecond(at)} UTC`}>
              {at <= now ? 'now' : formatDuration((at - now) / 1000)}
            </td>
            <td data-number>{clock(earliest)}</td>
            <td data-number>{clock(latest)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
