import { TextOrTime } from '#/ui/clock/Time.tsx';
import { useDeviceZone } from '#/ui/clock/zones.ts';
import { writeTimeText, writeUtcText } from '@waymark/domain/time/zoned-text';
import { useQuery } from '@tanstack/react-query';
import { memo, useId, useState } from 'react';
import { Icon } from '#/ui/button/Icon.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { describeWait } from '#/features/broadcast/progress.view.ts';
import { DownloadStateTag, PacketBar } from '#/features/downloads/DownloadProgress.tsx';
import type { DownloadRow } from '#/features/downloads/downloads.data.ts';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { t } from '#/language/t.ts';
import styles from './Downloads.module.css';
import { describeServiceException } from './flow-words.view.ts';
import { queueDetailQuery } from './session.data.ts';
import { serverNow } from '#/live/clock-store.ts';
import { describeNote } from './session.view.ts';

const SESSION_COLUMNS = 6;

interface RangeProps {
  readonly id: string;
  readonly cId: number;
  readonly uid: number;
  readonly onClose: () => void;
}

/** The range that the command requests from the device. */
function Range({ id, cId, uid, onClose }: RangeProps) {
  const zone = useDeviceZone(uid);
  const { data, error } = useQuery(queueDetailQuery(cId));
  const failure = error && describeServiceException(toShownError(error));
  return (
    <tr id={id}>
      <td colSpan={SESSION_COLUMNS} className={styles.range}>
        {data
          ? t('Asked for {from} to {to}, command {id}', {
              from: writeTimeText(data.fileNamesStartDate, zone),
              to: writeUtcText(data.fileNamesEndDate, zone),
              id: cId,
            })
          : t('Reading the range')}
        <MessageDialog isOpen={failure !== null} title={failure?.title ?? ''} onClose={onClose}>
          {failure?.text}
        </MessageDialog>
      </td>
    </tr>
  );
}

/** The server's note on the row; else why a device has not accepted its command. */
function Note({ row }: { readonly row: DownloadRow }) {
  return describeNote(row, describeWait(useDevice(row.uId), serverNow()));
}

/** A row for one device, memoised: a session may have hundreds. */
export const SessionRow = memo(function SessionRow({ row }: { readonly row: DownloadRow }) {
  const [isOpen, setOpen] = useState(false);
  const rangeId = useId();
  const { uId, cId } = row;
  return (
    <>
      <tr>
        <td>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={rangeId}
            title={t('Range')}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
            {uId}
          </button>
        </td>
        <td>
          <DownloadStateTag state={row.downloadState} />
        </td>
        <td data-number>
          <PacketBar {...row} />
        </td>
        <td className="tabular">
          <TextOrTime text={row.latestPassageTimeStamp ?? ''} uid={uId} />
        </td>
        <td className="tabular">
          <TextOrTime text={row.downloadCompleteTimeStamp ?? ''} uid={uId} />
        </td>
        <td className={styles.note}>
          <Note row={row} />
        </td>
      </tr>
      {isOpen && <Range id={rangeId} cId={cId} uid={uId} onClose={() => setOpen(false)} />}
    </>
  );
});
