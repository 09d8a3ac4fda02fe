import { useId, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { useFileChoice } from '#/ui/field/use-file-choice.tsx';
import styles from './FileField.module.css';

interface FileFieldProps {
  readonly label: string;
  readonly uploadLabel: string;
  readonly fileName: string | null;
  /** Shown until a file is chosen. */
  readonly placeholder: string;
  readonly accept: string;
  readonly isBusy: boolean;
  readonly isFaulty: boolean;
  readonly onFile: (file: File) => void;
  /** The button that removes the file; undefined: there is none. */
  readonly removal?: { readonly label: string; readonly act: () => void } | undefined;
  /** Below the field: hints, errors. */
  readonly children?: ReactNode;
}

/** A file field: the user chooses a file by a button or drops it. */
export function FileField(props: FileFieldProps) {
  const { label, uploadLabel, fileName, placeholder, accept, isBusy, isFaulty, onFile, removal, children } = props;
  const labelId = useId();
  const { isOver, zone, field, choose } = useFileChoice({ label, accept, isBusy, onFile });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button chooses a file for users who cannot drop one
    <div role="group" aria-labelledby={labelId} {...zone}>
      <span className={styles.label} id={labelId}>
        {label}
      </span>
      <div className={styles.line}>
        <span
          className={styles.file}
          data-empty={fileName === null || undefined}
          data-fault={isFaulty || undefined}
          data-over={isOver || undefined}
        >
          <Icon name="file" size={14} />
          <span className={styles.name} title={fileName ?? undefined}>
            {fileName ?? placeholder}
          </span>
          {removal && <IconButton icon="close" label={removal.label} isSmall onClick={removal.act} />}
        </span>
        {field}
        <Button icon="upload" isBusy={isBusy} onClick={choose} aria-label={uploadLabel}>
          {t('Upload')}
        </Button>
      </div>
      <div className={styles.notes}>{children}</div>
    </div>
  );
}
