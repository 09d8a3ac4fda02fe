import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { logFailure } from '../../api/log-failure.ts';
import { useCanWrite } from '../../live/use-can-write.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/DataState.tsx';
import { DialogError, DialogFoot } from '../../ui/DialogFrame.tsx';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { LoadedData } from '../../ui/LoadedData.tsx';
import { ReloadFailure } from '../../ui/ReloadFailure.tsx';
import { toShownError, type ShownError } from '../../ui/shown-error.ts';
import { endOtherSessions, endOwnSession, ownSessionsQuery, type OwnSession } from './own-sessions.data.ts';
import { labelEndOthers } from './own-sessions.view.ts';
import { SessionList } from './SessionList.tsx';
import styles from './SessionList.module.css';

const OTHERS = 'others';

/** Ends sessions one act at a time and reads the list again; `ending` names what is under way. */
function useEnding(reload: () => Promise<unknown>) {
  const [ending, setEnding] = useState<string | null>(null);
  const [error, setError] = useState<ShownError>();
  const run = (what: string, act: () => Promise<void>) => {
    if (ending !== null) return;
    setEnding(what);
    setError(undefined);
    act()
      .catch((thrown: unknown) => setError(toShownError(thrown)))
      .then(reload)
      .catch(logFailure)
      .finally(() => setEnding(null));
  };
  return { ending, error, run };
}

interface SessionsProps {
  readonly sessions: readonly OwnSession[];
  readonly reload: () => Promise<unknown>;
}

function Sessions({ sessions, reload }: SessionsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const place = useRef<HTMLDivElement>(null);
  const { ending, error, run } = useEnding(async () => {
    await reload();
    // The button that had the focus is gone with its session.
    place.current?.focus();
  });
  const label = labelEndOthers(sessions);
  return (
    <div ref={place} tabIndex={-1} aria-busy={ending !== null}>
      {sessions.length === 0 && <EmptyState>No sessions</EmptyState>}
      <SessionList sessions={sessions} endingId={ending} onEnd={({ id }) => run(id, () => endOwnSession(id))} />
      <div className={styles.foot}>
        {error && <DialogError error={error} />}
        <DialogFoot note="Times are UTC. End a session that you do not know, and change your password.">
          {label !== null && (
            <Button
              look="danger"
              disabled={!canWrite}
              title={blockedBecause}
              isBusy={ending === OTHERS}
              onClick={() => run(OTHERS, endOtherSessions)}
            >
              {label}
            </Button>
          )}
        </DialogFoot>
      </div>
    </div>
  );
}

/** Lists the user's sessions and ends them. */
export function SessionsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const query = useQuery({ ...ownSessionsQuery, enabled: isOpen });
  return (
    <InfoDialog isOpen={isOpen} title="Sessions" onClose={onClose} width={560} isFlush>
      <ReloadFailure query={query} what="Sessions" />
      <LoadedData query={query} what="Sessions" widths={[220, 160, 240]}>
        {(sessions) => <Sessions sessions={sessions} reload={() => query.refetch()} />}
      </LoadedData>
    </InfoDialog>
  );
}
