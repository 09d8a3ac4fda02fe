import { useQuery } from '@tanstack/react-query';
import { showWindow } from '#/ui/window/window-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { openDeviceWindow, windowId } from '#/features/devices/windows/device-windows.ts';
import { DownloadStateTag, PacketBar } from '#/features/downloads/DownloadProgress.tsx';
import { downloadsQuery } from '#/features/downloads/downloads.data.ts';
import { SaveButtons } from '#/features/downloads/SaveButtons.tsx';
import { useFileUpdates } from '#/features/downloads/use-file-updates.ts';
import styles from '../form/CommandForm.module.css';

const NEWEST_PAGE = 1;

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
export function RawProgress({ uid, sessionId }: RawProgressProps) {
  const openDownloads = () => {
    openDeviceWindow('downloads', uid);
    showWindow(windowId({ kind: 'downloads', uid }));
  };
  return (
    <div className={styles.apart} role="group" aria-label="Downloads of this AGM">
      <div className={styles.foot} data-wide>
        {sessionId === undefined ? (
          <span className={styles.note}>What has come is kept as files.</span>
        ) : (
          <Progress uid={uid} sessionId={sessionId} />
        )}
        <Button size="small" icon="download" onClick={openDownloads}>
          Downloads
        </Button>
      </div>
    </div>
  );
}
