import { Select } from '@mantine/core';
import { useState } from 'react';
import { serverNow } from '#/live/clock-store.ts';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { RangeMenu } from '#/ui/field/RangeMenu.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { listTimeRanges } from '#/ui/field/time-ranges.ts';
import { UtcField } from '#/ui/field/UtcField.tsx';
import { findRunOf } from '#/features/devices/run-of-devices.ts';
import styles from '#/features/commands/form/CommandForm.module.css';
import { CommandForm } from '#/features/commands/form/CommandForm.tsx';
import {
  describeDownload,
  EMPTY_DOWNLOAD,
  isRawRequest,
  listFileChoices,
  readDate,
  toDownloadOrder,
  toRawRequest,
  type DownloadDraft,
} from '#/features/commands/form/download.view.ts';
import { OfflineDownload } from '../OfflineDownload.tsx';
import type { SectionProps } from '#/features/commands/form/order-desk.ts';
import { describeQueueException, useRawDownload } from '../raw-download.ts';
import { RawProgress } from '../RawProgress.tsx';

interface DateFieldProps {
  readonly label: string;
  readonly value: string;
  /** Errors are shown after the first attempt to send. */
  readonly isChecked: boolean;
  readonly onChange: (value: string) => void;
}

function DateField({ label, value, isChecked, onChange }: DateFieldProps) {
  return (
    <div className={styles.date}>
      <UtcField
        label={label}
        isMasked={false}
        value={value}
        error={isChecked && readDate(value) === null}
        onChange={onChange}
      />
    </div>
  );
}

export function Form({ device, desk, refusal }: SectionProps) {
  const [draft, setDraft] = useState(EMPTY_DOWNLOAD);
  const [isChecked, setChecked] = useState(false);
  const raw = useRawDownload();
  const problem = describeDownload(draft, device);
  const change = (part: Partial<DownloadDraft>) => setDraft({ ...draft, ...part });
  const send = () => {
    setChecked(true);
    if (problem !== null) return;
    if (isRawRequest(draft, device)) raw.mutate(toRawRequest(draft, device.uid));
    else desk.order(toDownloadOrder(draft));
  };
  return (
    <>
      <CommandForm
        label="Download within Time Range"
        desk={{ ...desk, isSending: desk.isSending || raw.isPending }}
        refusal={refusal}
        note={
          <span className={styles.problem} role="alert">
            {isChecked && problem}
          </span>
        }
        onSend={send}
      >
        <Select
          className={styles.field}
          label="Files"
          data={listFileChoices(device).map(({ value, label }) => ({ value: String(value), label }))}
          allowDeselect={false}
          value={String(draft.fileType)}
          onChange={(fileType) => change({ fileType: Number(fileType) })}
        />
        <DateField
          label="Start (UTC)"
          value={draft.start}
          isChecked={isChecked}
          onChange={(start) => change({ start })}
        />
        <DateField label="End (UTC)" value={draft.end} isChecked={isChecked} onChange={(end) => change({ end })} />
        <RangeMenu
          listRanges={() => listTimeRanges(serverNow(), findRunOf([device.uid]))}
          onPick={({ from, to }) => change({ start: from, end: to })}
        />
      </CommandForm>
      <RawProgress uid={device.uid} sessionId={raw.data} />
      <OfflineDownload {...{ desk, refusal }} />
      <MessageDialog isOpen={raw.isError} title="Queue Command Service Exception" onClose={raw.reset}>
        {raw.error && describeQueueException(toShownError(raw.error))}
      </MessageDialog>
    </>
  );
}
