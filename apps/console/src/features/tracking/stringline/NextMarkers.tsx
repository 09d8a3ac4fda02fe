import { formatDuration } from '@waymark/domain/run/estimate/location-message';
import { writeNearLocal } from '@waymark/domain/time/near-text';
import type { Zone } from '@waymark/domain/time/zone';
import { writeTime, writeZoneOfSpan } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import styles from './Stringline.module.css';
import type { NextMarker, Stringline } from './stringline.view.ts';

const write = (at: number | null, now: number, zone: Zone) => (at === null ? '–' : writeNearLocal(at, now, zone));

function describeEta({ at, due }: NextMarker, now: number): string {
  return due ?? (at > now ? formatDuration((at - now) / 1000) : t('now'));
}

interface NextMarkersProps {
  readonly line: Pick<Stringline, 'next' | 'search' | 'lengthM'>;
  readonly now: number;
  readonly zone: Zone;
}

/** The arrival at the next markers, with the range that contains four arrivals in five. */
export function NextMarkers({ line: { next, search, lengthM }, now, zone }: NextMarkersProps) {
  if (next.length === 0) return null;
  // Keeps the stretch to search visible.
  const side = search && (search.fromM + search.toM < lengthM ? 'right' : 'left');
  return (
    <table className={styles.next} aria-label={t('Next markers')} data-beside={side}>
      <thead>
        <tr>
          <th scope="col">
            {t('Next markers ({zone})', { zone: writeZoneOfSpan(now, next.at(-1)?.at ?? now, zone, t) })}
          </th>
          <th scope="col" data-number>
            {t('ETA')}
          </th>
          <th scope="col" data-number>
            {t('Earliest')}
          </th>
          <th scope="col" data-number>
            {t('Latest')}
          </th>
        </tr>
      </thead>
      <tbody>
        {next.map((marker) => (
          <tr key={marker.name} data-overdue={marker.state === 'overdue' || undefined}>
            <th scope="row">{marker.name}</th>
            <td data-number title={writeTime(marker.at, zone)}>
              {describeEta(marker, now)}
            </td>
            <td data-number>{write(marker.earliest, now, zone)}</td>
            <td data-number>{write(marker.latest, now, zone)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
