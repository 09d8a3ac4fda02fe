import { useEffect, useState } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { describeHold } from './held.view.ts';
import styles from './HeldBanner.module.css';
import type { StreamSession } from './session/session-types.ts';
import { useSessionState } from './session/use-session-state.ts';

const TICK_MS = 250;

/** The clock of the pause, read only while this component is mounted. */
function usePauseClock(session: StreamSession): number {
  const [now, setNow] = useState(() => session.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(session.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [session]);
  return now;
}

function Banner({ session }: { readonly session: StreamSession }) {
  const state = useSessionState(session, (whole) => whole);
  const hold = describeHold(state, usePauseClock(session));
  const { canWrite, blockedBecause } = useCanWrite();
  if (!hold) return null;
  const isSending = state.sending.length > 0;
  return (
    <div className={styles.banner}>
      <span className={styles.mark}>
        <Icon name="pause" size={13} stroke={2} />
      </span>
      <p className={styles.words}>
        <span role="status">
          <strong>{hold.title}</strong> {hold.detections}
        </span>{' '}
        {hold.resume}
      </p>
      {(hold.canSend || isSending) && state.maySend && (
        <Button
          size="tiny"
          icon="send"
          isBusy={isSending}
          disabled={!canWrite}
          title={blockedBecause}
          onClick={() => session.sendHeld()}
        >
          Send passage
        </Button>
      )}
    </div>
  );
}

/** Says why the plots are paused after a detection, and when they resume. */
export function HeldBanner({ session }: { readonly session: StreamSession }) {
  const isShown = useSessionState(session, (state) => describeHold(state, 0) !== null);
  return isShown && <Banner session={session} />;
}
