import { useDeviceZone } from '#/ui/clock/zones.ts';
import { useEffectEvent, useEffect, useRef, useState } from 'react';
import { SegmentedControl } from '@mantine/core';
import { useServerClock, useServerNow } from '#/live/clock-store.ts';
import { findTopWindow } from '#/ui/window/window-stack.ts';
import { useWindowStore } from '#/ui/window/window-store.ts';
import type { StreamSession } from './session/session-types.ts';
import type { StreamSound } from './sound/stream-sound.ts';
import { StreamBadges } from './StreamBadges.tsx';
import { StreamToolbar } from './StreamToolbar.tsx';
import { takeScreenshot } from './take-screenshot.ts';
import { usePlotSize } from '#/ui/plot/plot-hooks.ts';
import { PLOT_TITLES, PLOTS, type PlotName } from './plots/plot-names.ts';
import { StreamPlot } from './plots/StreamPlot.tsx';
import { viewOf } from './plots/stream-view.ts';
import { useCanWrite, useOnline } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { describeHold } from './held.view.ts';
import { useSessionState } from './session/use-stream-session.ts';
import { wordOf } from '#/live/online-view.ts';
import { describeHearing } from '#/features/commands/hearing.view.ts';
import { Words } from '#/features/commands/Words.tsx';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { t } from '#/language/t.ts';
import { describeNotice } from './notice.view.ts';
import styles from './StreamDialog.module.css';
import streamPlotsStyles from './plots/StreamPlots.module.css';

const TICK_MS = 250;

/** Below this size four plots are unreadable. */
const LEAST_SIZE = { width: 600, height: 330 } as const;

const PLOT_CHOICES = PLOTS.map((plot) => ({ value: plot, label: PLOT_TITLES[plot] }));

/** Elements that handle the space bar themselves. */
const TAKES_SPACE = 'button, input, textarea, select, [role="slider"], [role="listbox"], [role="menu"]';

/** Space pauses and resumes the plots of the topmost window. */
function usePauseKey(windowId: string, session: StreamSession): void {
  const toggle = useEffectEvent(() => (session.getState().status.pause === null ? session.pause() : session.resume()));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, repeat } = event;
      if (key !== ' ' || defaultPrevented || repeat || !(target instanceof Element)) return;
      if (
        findTopWindow(useWindowStore.getState().stack)?.id !== windowId ||
        document.querySelector('[aria-modal="true"]')
      )
        return;
      const isHere =
        target === document.body || target.closest('[role="dialog"]')?.querySelector(`[data-stream="${windowId}"]`);
      if (!isHere || target.closest(TAKES_SPACE)) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [windowId]);
}

interface StreamDialogProps {
  readonly windowId: string;
  readonly session: StreamSession;
  readonly sound: StreamSound;
  readonly areOptionsOpen: boolean;
  readonly onOptions: () => void;
}

/** The live signals of one device with all their controls. */
export function StreamDialog({ windowId, session, sound, areOptionsOpen, onOptions }: StreamDialogProps) {
  usePauseKey(windowId, session);
  const screenshot = () => void takeScreenshot(session, Date.now() + useServerClock.getState().offsetMs);
  return (
    <div className={styles.dialog} data-stream={windowId}>
      <StreamToolbar {...{ session, sound, areOptionsOpen, onOptions }} onScreenshot={screenshot} />
      <StreamBadges session={session} />
      <HeldBanner session={session} />
      <div className={styles.stage}>
        <div className={styles.plots}>
          <StreamPlots session={session} />
        </div>
        <StreamNotice session={session} />
      </div>
    </div>
  );
}

interface StreamPlotsProps {
  readonly session: StreamSession;
}

/** The four live plots, or one at a time on a small screen. */
function StreamPlots({ session }: StreamPlotsProps) {
  const root = useRef<HTMLDivElement>(null);
  const size = usePlotSize(root);
  const [chosen, setChosen] = useState<PlotName>('em');
  const view = viewOf(session);
  useEffect(() => session.onRefresh(view.refresh), [session, view]);
  const isSmall = size !== null && (size.width < LEAST_SIZE.width || size.height < LEAST_SIZE.height);
  return (
    <div ref={root} className={streamPlotsStyles.plots} data-small={isSmall || undefined}>
      {size !== null && isSmall && (
        <StreamPlot key={chosen} session={session} plot={chosen} isAlone>
          <SegmentedControl size="xs" aria-label={t('Plot')} data={PLOT_CHOICES} value={chosen} onChange={setChosen} />
        </StreamPlot>
      )}
      {size !== null &&
        !isSmall &&
        PLOTS.map((plot) => <StreamPlot key={plot} session={session} plot={plot} isAlone={false} />)}
    </div>
  );
}

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
  const hold = describeHold(state, usePauseClock(session), useDeviceZone(session.uid));
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
          {t('Send passage')}
        </Button>
      )}
    </div>
  );
}

/** Says why the plots are paused after a detection, and when they resume. */
function HeldBanner({ session }: { readonly session: StreamSession }) {
  const isShown = useSessionState(session, (state) => describeHold(state, 0) !== null);
  return isShown && <Banner session={session} />;
}

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
  const zone = useDeviceZone(session.uid);
  const notice = describeNotice({
    state,
    hearing: device ? describeHearing(device, now, zone) : null,
    isOffline,
    silentS,
  });
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
          {t('Ask again')}
        </Button>
      )}
    </div>
  );
}

/** Says why the plots show nothing, or nothing new. */
function StreamNotice({ session }: NoticeProps) {
  const isShown = useSessionState(session, ({ status }) => status.streamTime === null || status.isSilent);
  const silentS = useSilence(session);
  return isShown && <Notice session={session} silentS={silentS} />;
}
