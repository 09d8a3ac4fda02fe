import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { toggleUid } from '#/features/devices/choice/agm-choice.view.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { useAreDevicesLoaded } from '#/features/devices/store/use-devices.ts';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import { toggleAllOf } from './agms.view.ts';
import { nameRun, type RunDialogProps } from './run-dialog.ts';
import styles from './Dialogs.module.css';

const PAGE_SIZE = 100;

interface AgmsPickerProps extends RunDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  /** The devices to choose from. */
  readonly list: (devices: readonly Device[]) => readonly number[];
  readonly beginsWith: readonly number[];
  /** Shown if there is no device to choose from. */
  readonly emptyText: string;
  readonly isChoiceRequired?: boolean;
  readonly onSave: (chosen: ReadonlySet<number>, devices: readonly Device[]) => Promise<void>;
}

/** Chooses devices for a run by their UIDs. */
export function AgmsPicker(props: AgmsPickerProps) {
  const { isOpen, tracked, title, submitLabel, list, beginsWith, emptyText, onSave, onClose } = props;
  const devices = useSteadyDevices();
  const areLoaded = useAreDevicesLoaded();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(beginsWith));
  const [sought, setSought] = useState('');
  const available = list(devices);
  const found = available.filter((uid) => String(uid).includes(sought.trim()));
  const { rows, pager } = usePages(found, PAGE_SIZE);
  const missing = props.isChoiceRequired && chosen.size === 0 ? t('No AGMs selected') : undefined;
  return (
    <FormDialog
      {...{ isOpen, title, submitLabel, onClose }}
      subtitle={nameRun(tracked)}
      blockedBecause={props.blockedBecause ?? (areLoaded ? missing : t('The devices are still loading.'))}
      note={
        <span role="status" className="tabular">
          {t('{number} of {total} selected', {
            number: formatCount(chosen.size),
            total: formatCount(available.length),
          })}
        </span>
      }
      onSubmit={() => onSave(chosen, devices)}
      width={480}
      isFlush
    >
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField label={t('Find a UID')} onSearch={setSought} />
        </div>
        <Button size="small" disabled={found.length === 0} onClick={() => setChosen(toggleAllOf(chosen, found))}>
          {t('Toggle All Selected')}
        </Button>
      </div>
      {found.length === 0 ? (
        <EmptyState>{available.length === 0 ? emptyText : t('No results')}</EmptyState>
      ) : (
        <div className={styles.choices} role="group" aria-label={t('AGMs')}>
          {rows.map((uid) => (
            <Checkbox
              key={uid}
              label={t('AGM UID {uid}', { uid })}
              checked={chosen.has(uid)}
              onChange={() => setChosen(toggleUid(chosen, uid))}
            />
          ))}
        </div>
      )}
      <ListFoot pager={pager} />
    </FormDialog>
  );
}
