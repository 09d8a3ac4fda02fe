import { t } from '#/language/t.ts';
import { readDeviceZone } from '#/ui/clock/zones.ts';
import { CloseButton, Combobox, TextInput, useCombobox, type ComboboxStore } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { serverNow } from '#/live/clock-store.ts';
import { describePresence } from '#/map/icons/device-marker.view.ts';
import { goTo, onFocusSearch, zoomToDevice } from '#/map/map-commands.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { SEARCH_DEBOUNCE_MS } from '#/ui/field/SearchField.tsx';
import { findCompany } from '../store/companies.ts';
import { deviceStore } from '../store/device-store.ts';
import { DeviceIcon } from '../DeviceIcon.tsx';
import { clearSelection, selectDevice, useSelection } from '../store/selection.ts';
import styles from './DeviceSearch.module.css';
import { parsePlace } from './parse-place.ts';
import { searchUids } from './search-uids.ts';

const LABEL = t('Device UID');

function Result({ uid }: { readonly uid: number }) {
  const device = deviceStore.get(uid);
  return (
    <Combobox.Option value={String(uid)} className={styles.option ?? ''}>
      <span className={styles.result}>
        {device && <DeviceIcon device={device} size={20} />}
        <span className={styles.uid}>{uid}</span>
        <span className={styles.aside}>
          {device &&
            [findCompany(device.groupId), describePresence(device, serverNow(), readDeviceZone(device.uid))]
              .filter(Boolean)
              .join(', ')}
        </span>
      </span>
    </Combobox.Option>
  );
}

/** The option for a place. */
const PLACE = 'place';

const findUids = (text: string) =>
  searchUids(
    deviceStore.list().map(({ uid }) => uid),
    text,
  );

/** The text of the field, the devices found for it and what a choice does. */
function useSearch(input: RefObject<HTMLInputElement | null>) {
  const [text, setText] = useState('');
  const [results, setResults] = useState<readonly number[]>([]);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });

  const search = (wanted: string) => {
    setResults(findUids(wanted));
    combobox.openDropdown();
  };
  const searchLater = useDebouncedCallback(search, SEARCH_DEBOUNCE_MS);

  const change = (wanted: string) => {
    setText(wanted);
    if (wanted.trim() !== '') return searchLater(wanted);
    searchLater.cancel();
    combobox.closeDropdown();
    clearSelection();
  };
  const choose = (uid: number) => {
    setText(String(uid));
    combobox.closeDropdown();
    selectDevice(uid);
    zoomToDevice(uid);
  };
  const place = parsePlace(text);
  const submit = (value: string) => {
    if (value !== PLACE) return choose(Number(value));
    combobox.closeDropdown();
    if (place) goTo(place.lat, place.lon);
  };
  /** A user who types a complete uid need not wait for the list. */
  const takeEnter = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' || combobox.dropdownOpened) return;
    searchLater.cancel();
    const exact = findUids(text).find((uid) => String(uid) === text.trim());
    if (exact !== undefined) choose(exact);
    else if (text.trim() !== '') search(text);
  };

  useFirstHighlighted(combobox, results, place !== null);
  const forget = useEffectEvent((uid: number | null) => {
    // Another device was selected elsewhere: clear the field, which names the previous one.
    if (input.current !== document.activeElement && String(uid) !== text) setText('');
  });
  useEffect(() => useSelection.subscribe(({ uid }) => forget(uid)), []);
  return { combobox, text, place, results, change, submit, takeEnter };
}

/** The first result is highlighted as soon as there is one. */
function useFirstHighlighted(combobox: ComboboxStore, results: readonly number[], hasPlace: boolean): void {
  const { dropdownOpened } = combobox;
  const highlightFirst = useEffectEvent(() => combobox.selectFirstOption());
  useEffect(() => {
    if (dropdownOpened && (hasPlace || results.length > 0)) highlightFirst();
  }, [dropdownOpened, hasPlace, results]);
}

interface ResultsProps {
  readonly place: ReturnType<typeof parsePlace>;
  readonly results: readonly number[];
}

function Results({ place, results }: ResultsProps) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options mah={300} className={styles.options ?? ''} aria-label={t('Devices')}>
        {place && (
          <Combobox.Option value={PLACE} className={styles.option ?? ''}>
            {t('Go to {lat}, {lon}', { lat: place.lat, lon: place.lon })}
          </Combobox.Option>
        )}
        {results.length === 0 && !place && (
          // A listbox without an option is invalid.
          <Combobox.Empty role="option" aria-disabled aria-selected={false}>
            {t('No results')}
          </Combobox.Empty>
        )}
        {results.map((uid) => (
          <Result key={uid} uid={uid} />
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

/** Finds a device by its uid, or a place by its coordinates. */
export function DeviceSearch() {
  const input = useRef<HTMLInputElement>(null);
  const { combobox, text, place, results, change, submit, takeEnter } = useSearch(input);
  useEffect(() => onFocusSearch(() => input.current?.select()), []);
  return (
    <Combobox store={combobox} onOptionSubmit={submit} withinPortal={false}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={input}
          className={styles.field ?? ''}
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-controls={combobox.listId ?? ''}
          aria-label={LABEL}
          placeholder={LABEL}
          autoComplete="off"
          spellCheck={false}
          leftSection={<Icon name="search" size={14} />}
          rightSection={
            text === '' ? (
              <kbd className={styles.key}>/</kbd>
            ) : (
              <CloseButton size="sm" aria-label={t('Clear')} onClick={() => change('')} />
            )
          }
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={takeEnter}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Results place={place} results={results} />
    </Combobox>
  );
}
