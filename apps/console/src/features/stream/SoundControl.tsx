import { useSyncExternalStore, type CSSProperties } from 'react';
import { Icon } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { VOLUME } from './sound/sound-policy.ts';
import type { StreamSound } from './sound/stream-sound.ts';
import styles from './SoundControl.module.css';
import { describeSound, describeVolume } from './toolbar.view.ts';

interface SoundControlProps {
  readonly sound: StreamSound;
  /** The control lays out in a row with its neighbours. */
  readonly isCompact?: boolean;
}

/** Plays the geophone signal as sound. */
export function SoundControl({ sound, isCompact = false }: SoundControlProps) {
  const { state, volume } = useSyncExternalStore(
    (listener) => sound.subscribe(listener),
    () => sound.getState(),
  );
  const share = (volume - VOLUME.least) / (VOLUME.most - VOLUME.least);
  const words = describeSound(state);
  return (
    <div className={styles.sound} role="group" aria-label="Sound" title={words}>
      {state === 'stopped' || state === 'unsupported' ? (
        <IconButton
          icon="play"
          label="Play sound"
          isSmall={isCompact}
          isBoxed
          disabled={state === 'unsupported'}
          onClick={() => void sound.play()}
        />
      ) : (
        <IconButton icon="pause" label="Stop sound" isSmall={isCompact} isBoxed onClick={() => sound.stop()} />
      )}
      <span className={styles.speaker} data-state={state} role="img" aria-label={words}>
        <Icon name="speaker" size={15} />
      </span>
      <input
        type="range"
        className={styles.volume}
        style={{ '--share': share } as CSSProperties}
        aria-label="Volume"
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
