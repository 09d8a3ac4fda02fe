import { Menu } from '@mantine/core';
import { Button } from '#/ui/button/Button.tsx';
import { useCompanies } from '../store/companies.ts';
import { COLUMN_LABELS, listColumns } from './columns.ts';
import styles from './DeviceTable.module.css';
import { showColumns, useTableMemory } from './table-memory.ts';

/** Chooses the visible columns; multiple choice. */
export function ColumnPicker() {
  const shown = useTableMemory((memory) => memory.columns);
  const offered = listColumns(useCompanies(({ names }) => names !== null));
  const seen = offered.filter((id) => shown.includes(id));
  return (
    <Menu position="top-end" closeOnItemClick={false} width={170}>
      <Menu.Target>
        <Button look="quiet" size="small" icon="columns">
          <span className={styles.columns}>Columns</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={[...shown]} onChange={showColumns}>
          {offered.map((id) => (
            <Menu.CheckboxItem key={id} value={id} disabled={seen.length === 1 && seen.includes(id)}>
              {COLUMN_LABELS[id]}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
