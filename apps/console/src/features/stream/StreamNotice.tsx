import { useEffect, useState } from 'react';
import { useOnline } from '#/live/online-store.ts';
import { wordOf } from '#/live/online-view.ts';
import { Button } from '#/ui/button/Button.tsx';
import { describeHearing } from '#/features/commands/hearing.view.ts';
import { Words } from '#/features/commands/Words.tsx';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { useServerNow } from '#/features/devices/use-server-now.ts';
import { describeNotice } from './notice.view.ts';
import type { StreamSession } from './session/session-types.ts';
import styles from './StreamNotice.module.css';
import { useSessionState } from './session/use-session-state.ts';

interface NoticeProps {
  readonly session: StreamSession;
}

/** Full seconds since the last frame. */
function useSilence(session: StreamSession): number {
  const [silentS, setSilentS] = useState(0);
  useEffect(() => {
    let lastAt = performance.now();
    const count = () => setSilentS(Math.floor((performance.now() - lastAt) / 1000));
    const stop = session.onFrame(() => {
      lastAt = performance.now();
    });
    const timer = setInterval(count, 1000);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [session]);
  return silentS;
}

function Notice({ session, silentS }: NoticeProps & { readonly silentS: number }) {
  const state = useSessionState(session, (whole) => whole);
  const device = useDevice(session.uid);
  const now = useServerNow();
  const isOffline = useOnline(({ online }) => wordOf(online) === 'offline');
  const notice = describeNotice({ state, hearing: device ? describeHearing(device, now) : null, isOffline, silentS });
  if (!notice) return null;
  return (
    <div className={styles.notice}>
      <p className={styles.title}>
        {notice.isWaiting && <i className={styles.wait} />}
        <strong>{notice.title}</strong>
      </p>
      {notice.text !== '' && (
        <p role="status">
          <Words of={notice.text} />
        </p>
      )}
      {notice.canAsk && (
        <Button size="small" onClick={() => session.askAgain()}>
          Ask again
        </Button>
      )}
    </div>
  );
}

/** Says why the plots show nothing, or nothing new. */
export function StreamNotice({ session }: NoticeProps) {
  const isShown = useSessionState(session, ({ status }) => status.streamTime === null || status.isSilent);
  const silentS = useSilence(session);
  return isShown && <Notice session={session} silentS={silentS} />;
}
