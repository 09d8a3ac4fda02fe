import { useState, type KeyboardEvent } from 'react';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import type { Device } from '../store/device.ts';
import { matchesUid } from '../table/columns.ts';
import { useAreDevicesLoaded } from '../store/use-devices.ts';
import { sweepChoice, toggleUid, type Sweep } from './agm-choice.view.ts';
import { AgmChoiceTable } from './AgmChoiceTable.tsx';
import styles from './SelectAgmsDialog.module.css';

interface SelectAgmsDialogProps {
  readonly isOpen: boolean;
  /** Texts of the panel that opens the dialog. */
  readonly title: string;
  readonly devices: readonly Device[];
  readonly chosen: readonly number[];
  readonly sweeps?: readonly Sweep[];
  readonly onSelect: (uids: readonly number[]) => void;
  readonly onClose: () => void;
}

const SWEEP_LABELS: Readonly<Record<Sweep, string>> = {
  all: t('All'),
  none: t('None'),
  connected: t('Connected only'),
};

/** Enter in the search field must not submit the form. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Chooses devices from a list. */
export function SelectAgmsDialog(props: SelectAgmsDialogProps) {
  const { isOpen, title, devices, chosen, sweeps = ['all', 'none'], onSelect, onClose } = props;
  const areLoaded = useAreDevicesLoaded();
  const [draft, setDraft] = useState<ReadonlySet<number>>(() => new Set(chosen));
  const [sought, setSought] = useState('');
  const found = devices.filter((device) => matchesUid(device, sought));
  const select = () => onSelect(devices.map(({ uid }) => uid).filter((uid) => draft.has(uid)));
  const count = devices.filter(({ uid }) => draft.has(uid)).length;
  return (
    <FormDialog
      isOpen={isOpen}
      title={title}
      submitLabel={t('Select')}
      blockedBecause={areLoaded ? undefined : t('The devices are still loading.')}
      note={
        <span role="status" className="tabular">
          {t('{number} of {total} selected', { number: formatCount(count), total: formatCount(devices.length) })}
        </span>
      }
      onSubmit={select}
      onClose={onClose}
      width={600}
      isFlush
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key is the field's */}
      <div className={styles.tools} onKeyDown={keepEnter}>
        <div className={styles.search}>
          <SearchField label={t('Find a UID')} onSearch={setSought} />
        </div>
        <div
          className={styles.sweeps}
          role="group"
          aria-label={sought.trim() === '' ? t('Select') : t('Select of what is found')}
        >
          {sweeps.map((sweep) => (
            <Button
              key={sweep}
              size="small"
              disabled={found.length === 0}
              onClick={() => setDraft(sweepChoice(draft, found, sweep))}
            >
              {SWEEP_LABELS[sweep]}
            </Button>
          ))}
        </div>
      </div>
      <AgmChoiceTable
        found={found}
        isFiltered={sought.trim() !== ''}
        chosen={draft}
        onToggle={(uid) => setDraft(toggleUid(draft, uid))}
      />
    </FormDialog>
  );
}
