import { isLocated } from '@waymark/domain/device/location';
import { useCanWrite } from '#/live/use-can-write.ts';
import { markPlace } from '#/map/marks/place-mark.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { openPassageWindow } from '#/features/devices/windows/device-windows.ts';
import { RunInfoButton } from '#/features/passage-chart/run-info/RunInfoButton.tsx';
import type { PassageRow } from '../history.data.ts';
import type { HistoryColumn } from '../table/history-column.ts';
import { useVerification } from './passage-acts.ts';
import styles from './PassageCells.module.css';
import { ChannelButtons, ScoreList, VerifiedMark, VerifyButton } from './PassageMarks.tsx';

interface RowProps {
  readonly row: PassageRow;
}

const openChart = ({ uid, passageId }: PassageRow, type?: 0 | 1 | 2) =>
  openPassageWindow({ uid, passageId, source: 'historic_data', ...(type !== undefined && { type }) });

/** Opens the chart. */
function TimeCell({ row }: RowProps) {
  return (
    <button type="button" className={styles.time} title="Open chart" onClick={() => openChart(row)}>
      {row.passageTimeStamp}
    </button>
  );
}

interface VerifyCellProps extends RowProps {
  readonly onRefused: (error: Error) => void;
}

function VerifyCell({ row, onRefused }: VerifyCellProps) {
  const { mutate, isPending } = useVerification(row, onRefused);
  return <VerifyButton isVerified={row.isVerified} isPending={isPending} onToggle={() => mutate(!row.isVerified)} />;
}

interface PassageCellProps extends VerifyCellProps {
  readonly column: HistoryColumn<PassageRow>;
  readonly isAdmin: boolean;
}

export function PassageCell({ column, row, isAdmin, onRefused }: PassageCellProps) {
  switch (column.id) {
    case 'passageTimeStamp':
      return <TimeCell row={row} />;
    case 'scores':
      return <ScoreList of={row} />;
    case 'isVerified':
      return isAdmin ? <VerifyCell row={row} onRefused={onRefused} /> : <VerifiedMark isVerified={row.isVerified} />;
    case 'data':
      return <ChannelButtons ids={row} onOpen={(type) => openChart(row, type)} />;
    default:
      return column.text(row);
  }
}

interface RowActionsProps extends RowProps {
  /** For users who may delete the passage and assign it to another run. */
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
      {onDelete && <RunInfoButton row={row} isIcon />}
      {onDelete && (
        <IconButton
          icon="trash"
          isSmall
          label="Delete passage"
          title={blockedBecause ?? 'Delete passage'}
          disabled={!canWrite}
          onClick={onDelete}
        />
      )}
    </span>
  );
}
