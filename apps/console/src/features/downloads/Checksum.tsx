import { useState } from 'react';
import { IconButton } from '#/ui/button/IconButton.tsx';
import styles from './DownloadsWindow.module.css';
import { shortenChecksum } from './files.view.ts';

type Copying = 'not-yet' | 'copied' | 'by-hand';

/** Shows the beginning, and copies the whole checksum. */
export function Checksum({ sha256, uid }: { readonly sha256: string; readonly uid: number }) {
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
        label={isCopied ? `SHA-256 of AGM ${uid} copied` : `Copy SHA-256 of AGM ${uid}`}
        isSmall
        onClick={copy}
      />
    </span>
  );
}
