import { NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { iconOf, MARKER_STATES, MAX_MARKER_NOTE, type Marker } from '@waymark/domain/path/marker';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Place } from '@waymark/domain/geo/great-circle';
import { formatDegrees } from '@waymark/domain/device/location';
import { t } from '#/language/t.ts';
import { runIcons } from '#/map/icons/run-icons.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import { useReturnedFocus } from '#/ui/dialog/use-returned-focus.ts';
import { useUnits } from '#/features/units/units.ts';
import { formatDistance } from '@waymark/domain/units/quantity';
import { changeDraft, useEditor } from '#/features/planning/editor/editor-store.ts';
import { describeKind } from '#/features/planning/editor/line-view/line.view.ts';
import { changeMarker, isEnd, listDescriptions, type MarkerChange } from './edit-marker.ts';
import { findPlaceFaults, readPlace, type TypedPlace } from './place-fields.view.ts';
import styles from './MarkerCard.module.css';

interface MarkerCardProps {
  readonly marker: Marker;
  /** The neighbours along the line; null: there is none. */
  readonly previous: string | null;
  readonly next: string | null;
  readonly onShow: (name: string | null) => void;
}

type Edit = (change: MarkerChange) => void;

function Kind({ marker, onEdit }: { readonly marker: Marker; readonly onEdit: Edit }) {
  const descriptions = listDescriptions(marker);
  const describe = (value: string) => {
    const description = descriptions.find((each) => each === value);
    if (description) onEdit({ description });
  };
  return (
    <div className={styles.kind}>
      <SegmentedControl
        size="xs"
        aria-label={t('State')}
        data={[...MARKER_STATES]}
        value={marker.state}
        onChange={(value) => onEdit({ state: value === 'SKIP' ? 'SKIP' : 'TRACK' })}
      />
      <NativeSelect
        size="xs"
        aria-label={t('Description')}
        data={[...descriptions]}
        value={marker.description}
        onChange={({ currentTarget }) => describe(currentTarget.value)}
      />
    </div>
  );
}

/** Edits everything about a marker that can change before launch. */
export function MarkerCard({ marker, previous, next, onShow }: MarkerCardProps) {
  const card = useRef<HTMLElement>(null);
  const units = useUnits();
  const isFixed = useEditor(({ draft }) => draft !== null && isEnd(draft, marker.name));
  useReturnedFocus(card, true);
  useEscapeKey(() => {
    onShow(null);
    return true;
  });
  const edit: Edit = (change) => changeDraft((draft) => changeMarker(draft, marker.name, change));
  return (
    <section ref={card} className={styles.card} tabIndex={-1} aria-label={t('Marker {name}', { name: marker.name })}>
      <header className={styles.head}>
        <img src={runIcons[iconOf(marker)]} width={28} height={28} alt="" draggable={false} />
        <div className={styles.headings}>
          <h2 className={styles.name}>{marker.name}</h2>
          <p className={styles.distance}>
            {t('{kind}, {distance} from launch', {
              kind: describeKind(marker),
              distance: formatDistance(marker.fromLaunchM, units),
            })}
          </p>
        </div>
        <IconButton
          icon="chevronLeft"
          label={t('Previous marker')}
          isSmall
          disabled={previous === null}
          onClick={() => onShow(previous)}
        />
        <IconButton
          icon="chevronRight"
          label={t('Next marker')}
          isSmall
          disabled={next === null}
          onClick={() => onShow(next)}
        />
        <IconButton icon="close" label={t('Close')} isSmall onClick={() => onShow(null)} />
      </header>
      {!isFixed && <Kind marker={marker} onEdit={edit} />}
      <PlaceFields key={`${marker.lat} ${marker.lon}`} lat={marker.lat} lon={marker.lon} onMove={edit} />
      <Textarea
        label={t('Note')}
        size="xs"
        autosize
        minRows={2}
        maxRows={4}
        maxLength={MAX_MARKER_NOTE}
        value={marker.note}
        description={`${marker.note.length} / ${MAX_MARKER_NOTE}`}
        inputWrapperOrder={['label', 'input', 'description']}
        onChange={({ currentTarget }) => edit({ note: currentTarget.value })}
      />
    </section>
  );
}

interface PlaceFieldsProps extends Place {
  readonly onMove: (place: Place) => void;
}

/** Moves a marker by typing, as an alternative to dragging. Applied on blur or Enter. */
function PlaceFields({ lat, lon, onMove }: PlaceFieldsProps) {
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
        label={t('Latitude')}
        value={typed.lat}
        error={faults.lat}
        onChange={({ currentTarget }) => setTyped({ ...typed, lat: currentTarget.value })}
      />
      <TextInput
        {...common}
        label={t('Longitude')}
        value={typed.lon}
        error={faults.lon}
        onChange={({ currentTarget }) => setTyped({ ...typed, lon: currentTarget.value })}
      />
    </div>
  );
}
