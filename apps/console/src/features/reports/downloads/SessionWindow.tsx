import { cutToSecond } from '@waymark/domain/time/utc';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { DeviceNotes } from '#/features/broadcast/DeviceNotes.tsx';
import { forgetSession, hideSession, sessionWindowId, type KeptSession } from './download-windows.ts';
import styles from './Downloads.module.css';
import { SessionActs } from './SessionActs.tsx';
import type { DownloadSession } from './session.data.ts';
import { describeComplete, describeReceived, describeSession, findSessionShare, sortRows } from './session.view.ts';
import { SessionTable } from './SessionTable.tsx';
import { useKeptSession } from './use-kept-session.ts';

const SIZE = { width: 860, height: 460 };
const WHAT = 'Progress';
const PERCENT = 100;

function SessionHead({ session }: { readonly session: DownloadSession }) {
  const rows = session.downloadRecordedPassageDataSessionRequestList;
  const words = describeComplete(rows);
  const share = Math.round(findSessionShare(rows) * PERCENT);
  return (
    <div className={styles.head}>
      <p className={styles.when}>
        Started by {session.name} at <span className="tabular">{cutToSecond(session.createdDate)}</span>, for{' '}
        <span className="tabular">{session.launchDate}</span> to <span className="tabular">{session.receiveDate}</span>{' '}
        UTC
      </p>
      <p className={styles.words} role="status">
        {describeSession(session)}
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="All AGMs"
        aria-valuemin={0}
        aria-valuemax={PERCENT}
        aria-valuenow={share}
        aria-valuetext={words}
      >
        <i style={{ width: `${share}%` }} />
      </div>
      {session.failed.length > 0 && (
        <DeviceNotes
          title="Not, or not all, asked for"
          rows={session.failed.map(({ uid, reason }) => ({ uid, text: reason }))}
        />
      )}
    </div>
  );
}

function SessionBody({ session }: { readonly session: DownloadSession }) {
  const rows = sortRows(session.downloadRecordedPassageDataSessionRequestList);
  return (
    <>
      <SessionHead session={session} />
      <SessionTable rows={rows} />
      <div className={styles.foot}>
        <span>{describeReceived(rows)}</span>
        <SessionActs session={session} />
      </div>
    </>
  );
}

/** The progress of a session. */
export function SessionWindow({ kept }: { readonly kept: KeptSession }) {
  const { sessionId, isRecalled } = kept;
  const { query, hasEnded, isGone } = useKeptSession(kept);
  if (isRecalled && (query.data === undefined || isGone)) return null;
  return (
    <FloatingWindow
      id={sessionWindowId(sessionId)}
      kind="download"
      title="Download Recorded Passage Data"
      subtitle={`Session ${sessionId}`}
      initialSize={SIZE}
      onClose={() => (hasEnded ? forgetSession(sessionId) : hideSession(sessionId))}
    >
      <div className={styles.window}>
        <ReloadFailure query={query} what={WHAT} />
        <LoadedData query={query} what={WHAT} widths={[420, 620, 600, 640]}>
          {(session) => <SessionBody session={session} />}
        </LoadedData>
      </div>
    </FloatingWindow>
  );
}
