import { Checkbox, Popover, Select } from '@mantine/core';
import { SPANS } from '@waymark/domain/stream/spans';
import { useRef, useEffect, useState, useSyncExternalStore, type RefObject, type CSSProperties } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { describeHz } from './badges.view.ts';
import type { StreamSession } from './session/session-types.ts';
import type { StreamSound } from './sound/stream-sound.ts';
import { RSSI_CHOICES, SPAN_CHOICES, describeSound, describeVolume } from './toolbar.view.ts';
import { useSessionState } from './session/use-stream-session.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { VOLUME } from './sound/sound-policy.ts';
import styles from './StreamToolbar.module.css';

/** Below this width the rarely used controls move behind a button. */
const ALL_IN_ROW_PX = 830;
/** Below this width the options button has no label. */
const WORDS_IN_ROW_PX = 360;

interface ToolbarProps {
  readonly session: StreamSession;
  readonly sound: StreamSound;
  readonly areOptionsOpen: boolean;
  readonly onOptions: () => void;
  readonly onScreenshot: () => void;
}

function SpanChoice({ session }: Pick<ToolbarProps, 'session'>) {
  const span = useSessionState(session, (state) => state.span);
  const choose = (value: string | null) => {
    const found = SPANS.find(({ seconds }) => String(seconds) === value);
    if (found) session.setSpan(found.seconds);
  };
  return (
    <Select
      className={styles.span}
      size="xs"
      aria-label={t('Time span')}
      data={SPAN_CHOICES}
      allowDeselect={false}
      value={String(span)}
      onChange={choose}
    />
  );
}

function PauseButton({ session }: Pick<ToolbarProps, 'session'>) {
  const isPaused = useSessionState(session, ({ status }) => status.pause !== null);
  return (
    <span className={styles.pause}>
      {isPaused ? (
        <Button size="small" icon="play" look="primary" onClick={() => session.resume()}>
          {t('Resume')}
        </Button>
      ) : (
        <Button size="small" icon="pause" onClick={() => session.pause()}>
          {t('Pause')}
        </Button>
      )}
    </span>
  );
}

function AutoScale({ session }: Pick<ToolbarProps, 'session'>) {
  const isAutoScaled = useSessionState(session, (state) => state.isAutoScaled);
  return (
    <Checkbox
      className={styles.check}
      label={t('Auto Scale')}
      checked={isAutoScaled}
      onChange={({ currentTarget }) => session.setAutoScaled(currentTarget.checked)}
    />
  );
}

function RssiChoice({ session }: Pick<ToolbarProps, 'session'>) {
  const rssiHz = useSessionState(session, (state) => state.rssiHz);
  return (
    <Select
      className={styles.rssi}
      size="xs"
      aria-label={t('RSSI frequency')}
      leftSection={<span className={styles.rssiName}>{t('RSSI')}</span>}
      leftSectionWidth={42}
      leftSectionPointerEvents="none"
      data={RSSI_CHOICES}
      allowDeselect={false}
      value={describeHz(rssiHz)}
      onChange={(value) => value !== null && session.setRssiHz(Number.parseFloat(value))}
    />
  );
}

function AutoThresh({ session }: Pick<ToolbarProps, 'session'>) {
  return (
    <Button size="small" onClick={() => session.autoThresholds()}>
      {t('Auto Thresh')}
    </Button>
  );
}

/** The controls behind the button, one per line. */
function MoreControls({ session, sound, onScreenshot }: ToolbarProps) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <IconButton icon="more" label={t('More controls')} isBoxed />
      </Popover.Target>
      <Popover.Dropdown className={styles.more}>
        <SoundControl sound={sound} />
        <RssiChoice session={session} />
        <AutoScale session={session} />
        <AutoThresh session={session} />
        <Button size="small" icon="camera" onClick={onScreenshot}>
          {t('Take Screenshot')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The controls that change a stream while the user watches it. */
export function StreamToolbar(props: ToolbarProps) {
  const { session, sound, areOptionsOpen, onOptions, onScreenshot } = props;
  const root = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(root, ALL_IN_ROW_PX);
  const hasWords = !useIsNarrow(root, WORDS_IN_ROW_PX);
  return (
    <div ref={root} className={styles.toolbar} role="group" aria-label={t('Stream controls')}>
      <SpanChoice session={session} />
      <PauseButton session={session} />
      {hasWords ? (
        <Button size="small" icon="gear" aria-pressed={areOptionsOpen} onClick={onOptions}>
          {t('Options')}
        </Button>
      ) : (
        <IconButton icon="gear" label={t('Options')} isBoxed aria-pressed={areOptionsOpen} onClick={onOptions} />
      )}
      {isNarrow ? (
        <>
          <span className={styles.grow} />
          <MoreControls {...props} />
        </>
      ) : (
        <>
          <span className={styles.divider} />
          <SoundControl sound={sound} isCompact />
          <span className={styles.grow} />
          <AutoScale session={session} />
          <RssiChoice session={session} />
          <AutoThresh session={session} />
          <IconButton icon="camera" label={t('Take Screenshot')} isSmall isBoxed onClick={onScreenshot} />
        </>
      )}
    </div>
  );
}

/** Whether the element is narrower than the given number of px. */
function useIsNarrow(ref: RefObject<HTMLElement | null>, px: number): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      // A minimised window has no width, and is restored with its old one.
      if (element.clientWidth > 0) setNarrow(element.clientWidth < px);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, px]);
  return isNarrow;
}

interface SoundControlProps {
  readonly sound: StreamSound;
  /** The control lays out in a row with its neighbours. */
  readonly isCompact?: boolean;
}

/** Plays the geophone signal as sound. */
function SoundControl({ sound, isCompact = false }: SoundControlProps) {
  const { state, volume } = useSyncExternalStore(
    (listener) => sound.subscribe(listener),
    () => sound.getState(),
  );
  const share = (volume - VOLUME.least) / (VOLUME.most - VOLUME.least);
  const words = describeSound(state);
  return (
    <div className={styles.sound} role="group" aria-label={t('Sound')} title={words}>
      {state === 'stopped' || state === 'unsupported' ? (
        <IconButton
          icon="play"
          label={t('Play sound')}
          isSmall={isCompact}
          isBoxed
          disabled={state === 'unsupported'}
          onClick={() => void sound.play()}
        />
      ) : (
        <IconButton icon="pause" label={t('Stop sound')} isSmall={isCompact} isBoxed onClick={() => sound.stop()} />
      )}
      <span className={styles.speaker} data-state={state} role="img" aria-label={words}>
        <Icon name="speaker" size={15} />
      </span>
      <input
        type="range"
        className={styles.volume}
        style={{ '--share': share } as CSSProperties}
        aria-label={t('Volume')}
        aria-valuetext={describeVolume(volume)}
        min={VOLUME.least}
        max={VOLUME.most}
        value={volume}
        onChange={({ currentTarget }) => sound.setVolume(Number(currentTarget.value))}
      />
      <span className={styles.db}>{describeVolume(volume)}</span>
    </div>
  );
}
