import { useRef, useState, type DragEvent } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import styles from './FilePicker.module.css';

interface FilePickerProps {
  /** Of the file that was chosen. */
  readonly name: string | null;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}

/** Where a CSV file is dropped or chosen. */
export function FilePicker({ name, isBusy, onFile }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !isBusy) onFile(file);
  };
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    take(event.dataTransfer.files);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- whoever cannot drop a file chooses it by the button
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      role="group"
      aria-label="File"
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <Icon name="file" size={20} />
      <span className={styles.words}>
        {name ?? 'Drop a CSV file here'}
        <span className={styles.hint}>Columns uid, lat, lon, imei; only uid is needed. At most 5,000 AGMs.</span>
      </span>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="CSV file"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file again, once it is mended, is a change too.
          currentTarget.value = '';
        }}
      />
      <Button icon="upload" isBusy={isBusy} onClick={() => input.current?.click()} data-autofocus>
        {name === null ? 'Choose file' : 'Choose another file'}
      </Button>
    </div>
  );
}
