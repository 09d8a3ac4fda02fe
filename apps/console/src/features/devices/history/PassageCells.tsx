import { isLocated } from '@waymark/domain/device/location';
import { useCanWrite } from '../../../live/use-can-write.ts';
import { markPlace } from '../../../map/place-mark.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { openPassageWindow } from '../device-windows.ts';
import { ScoreBadge } from '../scores/ScoreBadge.tsx';
import { listScores } from '../scores/scores.view.ts';
import type { PassageRow } from './history.data.ts';
import type { HistoryColumn } from './history-column.ts';
import { useVerification } from './passage-acts.ts';
import styles from './PassageCells.module.css';
import { describeVerified, listRecords } from './passages.view.ts';

interface RowProps {
  readonly row: PassageRow;
}

const CHANNEL_TYPES = { ELF: 0, GEO: 1, MAG: 2 } as const;

const openChart = ({ uid, passageId }: PassageRow, type?: 0 | 1 | 2) =>
  openPassageWindow({ uid, passageId, source: 'historic_data', ...(type !== undefined && { type }) });

/** The way to the chart. */
function TimeCell({ row }: RowProps) {
  return (
    <button type="button" className={styles.time} title="Open chart" onClick={() => openChart(row)}>
      {row.passageTimeStamp}
    </button>
  );
}

/** The records there are, each the way to its own waveform. */
function DataCell({ row }: RowProps) {
  return (
    <span className={styles.data}>
      {listRecords(row).map(({ channel }) => (
        <button key={channel} type="button" className={styles.channel} title={`Open ${channel} chart`} onClick={() => openChart(row, CHANNEL_TYPES[channel])}>
          {channel}
        </button>
      ))}
    </span>
  );
}

function ScoresCell({ row }: RowProps) {
  const scores = listScores(row);
  if (scores.length === 0) return <span className={styles.none}>none</span>;
  return (
    <span className={styles.scores}>
      {scores.map(({ channel, verdict }) => (
        <ScoreBadge key={channel} label={channel} verdict={verdict} />
      ))}
    </span>
  );
}

/** For who may only see it. */
function VerifiedMark({ row }: RowProps) {
  return (
    <span className={styles.verified} data-verified={row.isVerified}>
      <Icon name={row.isVerified ? 'check' : 'error'} size={14} />
      {describeVerified(row)}
    </span>
  );
}

interface VerifyButtonProps extends RowProps {
  readonly onRefused: (error: Error) => void;
}

/** For who may verify. */
function VerifyButton({ row, onRefused }: VerifyButtonProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { mutate, isPending } = useVerification(row, onRefused);
  const act = row.isVerified ? 'Take back the verification' : 'Verify this passage';
  return (
    <button
      type="button"
      className={styles.verify}
      title={blockedBecause ?? act}
      disabled={!canWrite}
      aria-busy={isPending || undefined}
      onClick={() => !isPending && mutate(!row.isVerified)}
    >
      <VerifiedMark row={row} />
    </button>
  );
}

interface PassageCellProps extends VerifyButtonProps {
  readonly column: HistoryColumn<PassageRow>;
  readonly isAdmin: boolean;
}

export function PassageCell({ column, row, isAdmin, onRefused }: PassageCellProps) {
  switch (column.id) {
    case 'passageTimeStamp':
      return <TimeCell row={row} />;
    case 'scores':
      return <ScoresCell row={row} />;
    case 'isVerified':
      return isAdmin ? <VerifyButton row={row} onRefused={onRefused} /> : <VerifiedMark row={row} />;
    case 'data':
      return <DataCell row={row} />;
    default:
      return column.text(row);
  }
}

interface RowActionsProps extends RowProps {
  /** For who may delete. */
  readonly onDelete: (() => void) | undefined;
}

export function RowActions({ row, onDelete }: RowActionsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { passageTimeStamp: at, lat, lon } = row;
  const place = { lat, lon };
  return (
    <span className={styles.acts}>
      <IconButton
        icon="place"
        isSmall
        label="Show location"
        title={isLocated(place) ? 'Show location' : 'This passage has no location'}
        disabled={!isLocated(place)}
        onClick={() => isLocated(place) && markPlace({ lat: place.lat, lon: place.lon, words: `Passage ${at}` })}
      />
      {onDelete && <IconButton icon="trash" isSmall label="Delete passage" title={blockedBecause ?? 'Delete passage'} disabled={!canWrite} onClick={onDelete} />}
    </span>
  );
}
