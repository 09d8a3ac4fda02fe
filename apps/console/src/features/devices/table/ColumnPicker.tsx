import { Menu } from '@mantine/core';
import { Button } from '../../../ui/Button.tsx';
import { COLUMN_IDS, COLUMN_LABELS } from './columns.ts';
import styles from './DeviceTable.module.css';
import { showColumns, useTableMemory } from './table-memory.ts';

/** Which columns are shown; several at once. */
export function ColumnPicker() {
  const shown = useTableMemory((memory) => memory.columns);
  return (
    <Menu position="top-end" closeOnItemClick={false} width={170}>
      <Menu.Target>
        <Button look="quiet" size="small" icon="columns">
          <span className={styles.columns}>Columns</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={[...shown]} onChange={showColumns}>
          {COLUMN_IDS.map((id) => (
            <Menu.CheckboxItem key={id} value={id} disabled={shown.length === 1 && shown.includes(id)}>
              {COLUMN_LABELS[id]}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
