import { UTC } from '@waymark/domain/time/zone';
import { TextOrTime, Time } from '#/ui/clock/Time.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { cutToSecond } from '@waymark/domain/time/utc';
import { useState } from 'react';
import { DownloadStateTag, PacketBar } from './DownloadProgress.tsx';
import type { DownloadedFile } from './downloads.data.ts';
import { describeKind, describeSize, shortenChecksum } from './files.view.ts';
import { SaveButtons } from './SaveButtons.tsx';
import { t } from '#/language/t.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import table from '#/ui/table/DataTable.module.css';
import styles from './DownloadsWindow.module.css';

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
export function DownloadsTable({ files }: { readonly files: readonly DownloadedFile[] }) {
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
