import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import styles from './Rule.module.css';

const PAGE_SIZE = 60;

interface MarkerChoiceProps {
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Chooses the TRACK markers that a user is notified about, in the order of the line. */
export function MarkerChoice({ names, chosen, onChange }: MarkerChoiceProps) {
  const [sought, setSought] = useState('');
  const marked = new Set(chosen);
  const found = names.filter((name) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  const { rows, pager } = usePages(found, PAGE_SIZE);
  const set = (changed: readonly string[], isOn: boolean) => {
    const those = new Set(changed);
    onChange(names.filter((name) => (those.has(name) ? isOn : marked.has(name))));
  };
  return (
    <div className={styles.markers} role="group" aria-label="Markers">
      <div className={styles.markerTools}>
        <SearchField label="Find a marker" onSearch={setSought} />
        <Button size="small" disabled={found.length === 0} onClick={() => set(found, true)}>
          All
        </Button>
        <Button size="small" disabled={found.length === 0} onClick={() => set(found, false)}>
          None
        </Button>
      </div>
      <div className={styles.list}>
        {rows.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={marked.has(name)}
            onChange={() => set([name], !marked.has(name))}
          />
        ))}
        {found.length === 0 && (
          <span className={styles.count}>{names.length === 0 ? 'No TRACK markers' : 'No results'}</span>
        )}
      </div>
      <ListFoot pager={pager} />
      <span className={styles.count} role="status">
        {names.filter((name) => marked.has(name)).length} of {names.length} markers
      </span>
    </div>
  );
}
