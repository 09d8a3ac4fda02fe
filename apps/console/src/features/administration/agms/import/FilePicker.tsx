import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { useFileChoice } from '#/ui/field/use-file-choice.tsx';
import styles from './FilePicker.module.css';

interface FilePickerProps {
  /** Name of the chosen file; null: none. */
  readonly name: string | null;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}

const ACCEPTED = '.csv,.txt,text/csv,text/plain';

/** Accepts a CSV file by drop or file dialog. */
export function FilePicker({ name, isBusy, onFile }: FilePickerProps) {
  const { isOver, zone, field, choose } = useFileChoice({ label: 'CSV file', accept: ACCEPTED, isBusy, onFile });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- whoever cannot drop a file chooses it by the button
    <div className={styles.zone} data-over={isOver || undefined} role="group" aria-label="File" {...zone}>
      <Icon name="file" size={20} />
      <span className={styles.words}>
        {name ?? 'Drop a CSV file here'}
        <span className={styles.hint}>Columns uid, lat, lon, imei; only uid is needed. At most 5,000 AGMs.</span>
      </span>
      {field}
      <Button icon="upload" isBusy={isBusy} onClick={choose} data-autofocus>
        {name === null ? 'Choose file' : 'Choose another file'}
      </Button>
    </div>
  );
}
