import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { EmptyState, StaleData } from '#/ui/state/DataState.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { Pager } from '#/ui/table/Pager.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { DeviceIcon } from '#/features/devices/DeviceIcon.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from '#/features/devices/windows/device-windows.ts';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { downloadsQuery, FILES_PAGE_SIZE } from './downloads.data.ts';
import { DownloadsTable } from './DownloadsTable.tsx';
import styles from './DownloadsWindow.module.css';
import { useFileUpdates } from './use-file-updates.ts';

const SIZE = { width: 1160, height: 480 };
const WHAT = t('Downloads');

function Downloads({ uid }: { readonly uid: number | null }) {
  const [page, setPage] = useState(1);
  const query = useQuery(downloadsQuery(uid, page));
  // From a page that does not load the user can go back.
  const [count, setCount] = useState<number>();
  if (query.data && query.data.rowsNumber !== count) setCount(query.data.rowsNumber);
  useFileUpdates(uid, page);
  return (
    <div className={styles.window}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it */}
      <div className={styles.rows} role="region" aria-label={WHAT} tabIndex={0}>
        <ReloadFailure query={query} what={WHAT} />
        <LoadedData query={query} what={WHAT} widths={[820, 760, 800, 780]}>
          {({ rowsNumber, downloadList }) =>
            rowsNumber === 0 ? (
              <EmptyState>{t('Nothing has been downloaded')}</EmptyState>
            ) : (
              <StaleData isStale={query.isPlaceholderData}>
                <DownloadsTable files={downloadList} />
              </StaleData>
            )
          }
        </LoadedData>
      </div>
      {count !== undefined && (
        <div className={styles.foot}>
          <span role="status">{t('{count} download|{count} downloads', { count })}</span>
          {count > FILES_PAGE_SIZE && (
            <Pager page={page} pageSize={FILES_PAGE_SIZE} rowCount={count} onPage={setPage} />
          )}
        </div>
      )}
    </div>
  );
}

interface DownloadsFrameProps {
  readonly id: string;
  /** null: of all devices. */
  readonly uid: number | null;
  readonly subtitle: string;
  readonly mark?: ReactNode;
  readonly onClose: () => void;
}

/** Lists requested and received downloads, with buttons to save them. */
export function DownloadsFrame({ id, uid, subtitle, mark, onClose }: DownloadsFrameProps) {
  return (
    <FloatingWindow
      id={id}
      kind="downloads"
      title={WHAT}
      subtitle={subtitle}
      mark={mark}
      initialSize={SIZE}
      onClose={onClose}
    >
      <Downloads uid={uid} />
    </FloatingWindow>
  );
}

/** The downloads of one device. */
export function DownloadsWindow({ shown }: { readonly shown: DeviceWindow }) {
  const { uid } = shown;
  const device = useDevice(uid);
  return (
    <DownloadsFrame
      id={windowId(shown)}
      uid={uid}
      subtitle={t('AGM {uid}', { uid })}
      mark={device && <DeviceIcon device={device} size={18} />}
      onClose={() => closeDeviceWindow(shown)}
    />
  );
}
