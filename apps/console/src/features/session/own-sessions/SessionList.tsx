import { t } from '#/language/t.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogRow } from '#/ui/dialog/ListDialog.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import type { OwnSession } from './own-sessions.data.ts';
import { describeSession, nameEndButton } from './own-sessions.view.ts';
import styles from './SessionList.module.css';

interface SessionListProps {
  readonly sessions: readonly OwnSession[];
  readonly onEnd: (session: OwnSession) => void;
}

function EndButton({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: SessionListProps['onEnd'] }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const zone = useZone();
  return (
    <Button
      disabled={!canWrite}
      title={blockedBecause}
      aria-label={nameEndButton(session, zone)}
      onClick={() => onEnd(session)}
    >
      {t('End')}
    </Button>
  );
}

/** The user's own sessions; the current one is ended by signing out. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  const zone = useZone();
  return (
    <ul className={styles.list} aria-label={t('Sessions')}>
      {sessions.map((session) => (
        <DialogRow
          key={session.id}
          head={
            <>
              {session.userAgent}
              {session.isCurrent && <Tag tone="accent">{t('This session')}</Tag>}
            </>
          }
          details={describeSession(session, zone)}
        >
          {!session.isCurrent && <EndButton session={session} onEnd={onEnd} />}
        </DialogRow>
      ))}
    </ul>
  );
}
