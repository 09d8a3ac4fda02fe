import { Select } from '@mantine/core';
import { useState } from 'react';
import { COMMANDS } from '@waymark/commands/commands';
import { useQuery } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { serverNow } from '#/live/clock-store.ts';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { RangeMenu } from '#/ui/field/RangeMenu.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { listTimeRanges } from '#/ui/field/time-ranges.ts';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { findRunOf } from '#/features/devices/run-of-devices.ts';
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
import type { SectionProps } from '#/features/commands/form/order-desk.ts';
import { describeQueueException, useRawDownload } from '../raw-download.ts';
import { Button } from '#/ui/button/Button.tsx';
import { showWindow } from '#/ui/window/window-store.ts';
import { openDeviceWindow, windowId } from '#/features/devices/windows/device-windows.ts';
import { DownloadStateTag, PacketBar } from '#/features/downloads/DownloadProgress.tsx';
import { downloadsQuery } from '#/features/downloads/downloads.data.ts';
import { SaveButtons } from '#/features/downloads/SaveButtons.tsx';
import { useFileUpdates } from '#/features/downloads/use-file-updates.ts';
import styles from '#/features/commands/form/CommandForm.module.css';

const NEWEST_PAGE = 1;

const STATE_COMMAND = 'CellOfflineDownloadState';

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
      <ZonedField
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
        label={t('Download within Time Range')}
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
          label={t('Files')}
          data={listFileChoices(device).map(({ value, label }) => ({ value: String(value), label }))}
          allowDeselect={false}
          value={String(draft.fileType)}
          onChange={(fileType) => change({ fileType: Number(fileType) })}
        />
        <DateField
          label={t('Start (UTC)')}
          value={draft.start}
          isChecked={isChecked}
          onChange={(start) => change({ start })}
        />
        <DateField label={t('End (UTC)')} value={draft.end} isChecked={isChecked} onChange={(end) => change({ end })} />
        <RangeMenu
          listRanges={() => listTimeRanges(serverNow(), findRunOf([device.uid]))}
          onPick={({ from, to }) => change({ start: from, end: to })}
        />
      </CommandForm>
      <RawProgress uid={device.uid} sessionId={raw.data} />
      <OfflineDownload {...{ desk, refusal }} />
      <MessageDialog isOpen={raw.isError} title={t('Queue Command Service Exception')} onClose={raw.reset}>
        {raw.error && describeQueueException(toShownError(raw.error))}
      </MessageDialog>
    </>
  );
}

/** Starts or stops the upload of what the device recorded while it was offline. */
function OfflineDownload({ desk, refusal }: Pick<SectionProps, 'desk' | 'refusal'>) {
  const { label, summary } = COMMANDS[STATE_COMMAND];
  const block = refusal ?? desk.blockedBecause;
  const send = (OfflineDownloadState: 0 | 1) =>
    desk.order({ commandType: STATE_COMMAND, parameters: { OfflineDownloadState } });
  return (
    <div className={styles.apart} role="group" aria-label={t(label)}>
      <div className={styles.foot} data-wide>
        <span className={styles.note}>{t(summary)}</span>
        {(
          [
            [t('Begin'), 1],
            [t('End'), 0],
          ] as const
        ).map(([words, state]) => (
          <Button
            key={words}
            size="small"
            disabled={block !== undefined}
            title={block}
            isBusy={desk.isSending}
            onClick={() => send(state)}
          >
            {words}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Progress({ uid, sessionId }: { readonly uid: number; readonly sessionId: number }) {
  const { data } = useQuery(downloadsQuery(uid, NEWEST_PAGE));
  useFileUpdates(uid, NEWEST_PAGE);
  const file = data?.downloadList.find(({ cId }) => cId === sessionId);
  if (!file) return null;
  return (
    <>
      <DownloadStateTag state={file.downloadState} />
      <PacketBar {...file} />
      <SaveButtons file={file} />
    </>
  );
}

interface RawProgressProps {
  readonly uid: number;
  /** The last requested raw recording; undefined: none since the window was opened. */
  readonly sessionId: number | undefined;
}

/** The progress of the raw recording, and a link to all downloads of the device. */
function RawProgress({ uid, sessionId }: RawProgressProps) {
  const openDownloads = () => {
    openDeviceWindow('downloads', uid);
    showWindow(windowId({ kind: 'downloads', uid }));
  };
  return (
    <div className={styles.apart} role="group" aria-label={t('Downloads of this AGM')}>
      <div className={styles.foot} data-wide>
        {sessionId === undefined ? (
          <span className={styles.note}>{t('What has come is kept as files.')}</span>
        ) : (
          <Progress uid={uid} sessionId={sessionId} />
        )}
        <Button size="small" icon="download" onClick={openDownloads}>
          {t('Downloads')}
        </Button>
      </div>
    </div>
  );
}
