import type { DownloadState } from '@waymark/contract/downloads/download-row';
import { t } from '#/language/t.ts';
import { Icon, type IconName } from '#/ui/button/Icon.tsx';
import styles from './DownloadProgress.module.css';
import type { DownloadRow } from './downloads.data.ts';
import { describeDownloadState, describePackets, findShare } from './progress.view.ts';

const MARKS: Readonly<Record<DownloadState, IconName>> = { QC: 'clock', D: 'download', DC: 'check' };

export function DownloadStateTag({ state }: { readonly state: DownloadState }) {
  return (
    <span className={styles.tag} data-state={state}>
      <Icon name={MARKS[state]} size={12} stroke={1.8} />
      {describeDownloadState(state)}
    </span>
  );
}

type PacketBarProps = Pick<DownloadRow, 'uId' | 'packetsReceived' | 'packetsTotal'>;

/** The number of received packets, and the total. */
export function PacketBar({ uId, ...packets }: PacketBarProps) {
  const words = describePackets(packets);
  const share = findShare(packets);
  return (
    <span className={styles.packets}>
      <span className={styles.words}>{words}</span>
      <span
        className={styles.bar}
        role="progressbar"
        aria-label={t('Packets of AGM {uid}', { uid: uId })}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share !== null && { 'aria-valuenow': Math.round(share * 100) })}
        aria-valuetext={words}
      >
        <i style={{ width: `${(share ?? 0) * 100}%` }} />
      </span>
    </span>
  );
}
