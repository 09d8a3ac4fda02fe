import { Menu } from '@mantine/core';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import styles from '../HistoryWindow.module.css';

interface HistoryColumnsProps {
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  readonly shownIds: readonly string[];
  readonly onShow: (ids: readonly string[]) => void;
}

/** Chooses the visible columns; multiple choice. */
export function HistoryColumns({ columns, shownIds, onShow }: HistoryColumnsProps) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={190}>
      <Menu.Target>
        <Button look="quiet" size="small" icon="columns">
          <span className={styles.word}>{t('Columns')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.columns}>
        <Menu.CheckboxGroup value={[...shownIds]} onChange={onShow}>
          {columns.map(({ id, label }) => (
            <Menu.CheckboxItem key={id} value={id} disabled={shownIds.length === 1 && shownIds.includes(id)}>
              {label}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
