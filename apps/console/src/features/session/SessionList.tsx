import { useCanWrite } from '../../live/use-can-write.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Tag.tsx';
import type { OwnSession } from './own-sessions.data.ts';
import { describeSession, nameEndButton } from './own-sessions.view.ts';
import styles from './SessionList.module.css';

interface SessionListProps {
  readonly sessions: readonly OwnSession[];
  /** The session that is being ended. */
  readonly endingId: string | null;
  readonly onEnd: (session: OwnSession) => void;
}

function EndButton({
  session,
  endingId,
  onEnd,
}: Omit<SessionListProps, 'sessions'> & { readonly session: OwnSession }) {
  const { canWrite, blockedBecause } = useCanWrite();
  return (
    <Button
      disabled={!canWrite}
      title={blockedBecause}
      aria-label={nameEndButton(session)}
      isBusy={endingId === session.id}
      onClick={() => onEnd(session)}
    >
      End
    </Button>
  );
}

/** One's own sessions; the current one is ended by signing out. */
export function SessionList({ sessions, ...ending }: SessionListProps) {
  return (
    <ul className={styles.list} aria-label="Sessions">
      {sessions.map((session) => (
        <li key={session.id} className={styles.row}>
          <div className={styles.words}>
            <div className={styles.head}>
              {session.userAgent}
              {session.isCurrent && <Tag tone="accent">This session</Tag>}
            </div>
            {describeSession(session).map((line) => (
              <div key={line} className={styles.detail}>
                {line}
              </div>
            ))}
          </div>
          {!session.isCurrent && <EndButton session={session} {...ending} />}
        </li>
      ))}
    </ul>
  );
}
