import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { ScoreBadge } from '#/features/passage-chart/scores/ScoreBadge.tsx';
import { listScores } from '#/features/passage-chart/scores/scores.view.ts';
import styles from './PassageCells.module.css';
import { describeVerified, listRecords } from './passages.view.ts';

// Common parts of the tables of passages, whether of a device or of a marker.

const CHANNEL_TYPES = { ELF: 0, GEO: 1, MAG: 2 } as const;

interface ChannelButtonsProps {
  readonly ids: Parameters<typeof listRecords>[0];
  readonly onOpen: (type: 0 | 1 | 2) => void;
}

/** The records of a passage, each a link to its waveform. */
export function ChannelButtons({ ids, onOpen }: ChannelButtonsProps) {
  return (
    <span className={styles.data}>
      {listRecords(ids).map(({ channel }) => (
        <button
          key={channel}
          type="button"
          className={styles.channel}
          title={t('Open {channel} chart', { channel })}
          onClick={() => onOpen(CHANNEL_TYPES[channel])}
        >
          {channel}
        </button>
      ))}
    </span>
  );
}

/** The machine-learning score of each record. */
export function ScoreList({ of }: { readonly of: Parameters<typeof listScores>[0] | undefined }) {
  const scores = of ? listScores(of) : [];
  if (scores.length === 0) return <span className={styles.none}>{t('none')}</span>;
  return (
    <span className={styles.scores}>
      {scores.map(({ channel, verdict }) => (
        <ScoreBadge key={channel} channel={channel} label={channel} verdict={verdict} />
      ))}
    </span>
  );
}

interface VerifiedProps {
  readonly isVerified: boolean;
}

/** Read-only, for users who may not change it. */
export function VerifiedMark({ isVerified }: VerifiedProps) {
  return (
    <span className={styles.verified} data-verified={isVerified}>
      <Icon name={isVerified ? 'check' : 'error'} size={14} />
      {describeVerified({ isVerified })}
    </span>
  );
}

interface VerifyButtonProps extends VerifiedProps {
  readonly isPending: boolean;
  readonly onToggle: () => void;
}

/** For users who may verify. */
export function VerifyButton({ isVerified, isPending, onToggle }: VerifyButtonProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const act = isVerified ? t('Take back the verification') : t('Verify this passage');
  return (
    <button
      type="button"
      className={styles.verify}
      title={blockedBecause ?? act}
      disabled={!canWrite}
      aria-busy={isPending || undefined}
      onClick={() => !isPending && onToggle()}
    >
      <VerifiedMark isVerified={isVerified} />
    </button>
  );
}
