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
import { downloadsQuery, FILES_PAGE_SIZE, type DownloadedFile } from './downloads.data.ts';
import styles from './DownloadsWindow.module.css';
import { useFileUpdates } from './use-file-updates.ts';
import { UTC } from '@waymark/domain/time/zone';
import { TextOrTime, Time } from '#/ui/clock/Time.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { cutToSecond } from '@waymark/domain/time/utc';
import { DownloadStateTag, PacketBar } from './DownloadProgress.tsx';
import { describeKind, describeSize, shortenChecksum } from './files.view.ts';
import { SaveButtons } from './SaveButtons.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import table from '#/ui/table/DataTable.module.css';

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

function FileRow({ file }: { readonly file: DownloadedFile }) {
  return (
    <tr>
      <td className="tabular">{file.uId}</td>
      <td>{describeKind(file.kind)}</td>
      <td className={styles.range}>
        <TextOrTime text={file.startDate} uid={file.uId} />
        <br />
        <TextOrTime text={file.endDate} uid={file.uId} />
      </td>
      <td>
        <DownloadStateTag state={file.downloadState} />
      </td>
      <td data-number>
        <PacketBar {...file} />
      </td>
      <td data-number>{describeSize(file.bytes)}</td>
      <td className={styles.asked}>
        <Time of={cutToSecond(file.createdDate)} uid={file.uId} />
        <br />
        {file.name}
      </td>
      <td>{file.sha256 !== null && <Checksum sha256={file.sha256} uid={file.uId} />}</td>
      <td className={styles.acts}>
        <SaveButtons file={file} />
      </td>
    </tr>
  );
}

/** The downloads that were requested, and their files. */
function DownloadsTable({ files }: { readonly files: readonly DownloadedFile[] }) {
  const zone = useZone();
  return (
    <table className={`${table.table} ${styles.table}`}>
      <caption className="visually-hidden">
        {zone === UTC ? t('Downloads, newest first, times UTC') : t('Downloads, newest first')}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('UID')}</th>
          <th scope="col">{t('Kind')}</th>
          <th scope="col">{t('Range')}</th>
          <th scope="col">{t('State')}</th>
          <th scope="col" data-number>
            {t('Packets')}
          </th>
          <th scope="col" data-number>
            {t('Size')}
          </th>
          <th scope="col">{t('Asked At/By')}</th>
          <th scope="col">SHA-256</th>
          <th scope="col" className={styles.acts}>
            <span className="visually-hidden">{t('Save')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <FileRow key={file.cId} file={file} />
        ))}
      </tbody>
    </table>
  );
}

type Copying = 'not-yet' | 'copied' | 'by-hand';

/** Shows the beginning, and copies the whole checksum. */
function Checksum({ sha256, uid }: { readonly sha256: string; readonly uid: number }) {
  const [copying, setCopying] = useState<Copying>('not-yet');
  // A page without TLS has no clipboard: the whole checksum is shown, to be selected by hand.
  const copy = () => {
    const write = async () => navigator.clipboard.writeText(sha256);
    write().then(
      () => setCopying('copied'),
      () => setCopying('by-hand'),
    );
  };
  const isCopied = copying === 'copied';
  return (
    <span className={styles.checksum}>
      <span className="mono" title={sha256}>
        {copying === 'by-hand' ? sha256 : shortenChecksum(sha256)}
      </span>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={isCopied ? t('SHA-256 of AGM {uid} copied', { uid }) : t('Copy SHA-256 of AGM {uid}', { uid })}
        isSmall
        onClick={copy}
      />
    </span>
  );
}
