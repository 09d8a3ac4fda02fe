import { TextInput } from '@mantine/core';
import type { Place } from '@waymark/domain/geo/great-circle';
import { formatDegrees } from '@waymark/domain/device/location';
import { useState, type KeyboardEvent } from 'react';
import styles from './MarkerCard.module.css';
import { findPlaceFaults, readPlace, type TypedPlace } from './place-fields.view.ts';

interface PlaceFieldsProps extends Place {
  readonly onMove: (place: Place) => void;
}

/** Moves a marker by typing, as an alternative to dragging. Applied on blur or Enter. */
export function PlaceFields({ lat, lon, onMove }: PlaceFieldsProps) {
  const [typed, setTyped] = useState<TypedPlace>({ lat: formatDegrees(lat), lon: formatDegrees(lon) });
  const faults = findPlaceFaults(typed);
  const take = () => {
    const place = readPlace(typed);
    if (place && (place.lat !== lat || place.lon !== lon)) onMove(place);
  };
  const takeKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take();
  };
  const common = { size: 'xs', autoComplete: 'off', onBlur: take, onKeyDown: takeKey } as const;
  return (
    <div className={styles.place}>
      <TextInput
        {...common}
        label="Latitude"
        value={typed.lat}
        error={faults.lat}
        onChange={({ currentTarget }) => setTyped({ ...typed, lat: currentTarget.value })}
      />
      <TextInput
        {...common}
        label="Longitude"
        value={typed.lon}
        error={faults.lon}
        onChange={({ currentTarget }) => setTyped({ ...typed, lon: currentTarget.value })}
      />
    </div>
  );
}
