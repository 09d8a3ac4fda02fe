import type { Role } from '@waymark/contract/roles';
import { useState, useSyncExternalStore } from 'react';
import type { PackedRecording } from '../recording/recording-format.ts';
import { createReplaySource } from './replay-source.ts';
import { createStreamSession } from './session.ts';
import type { StreamSession } from './session-types.ts';
import { useUnitStore } from '#/features/units/units.ts';
import { inUnits, recallSettings } from '../settings-storage.ts';
import { createStreamSound, type StreamSound } from '../sound/stream-sound.ts';
import { createLiveSource } from './source.ts';

export interface OpenStream {
  readonly session: StreamSession;
  readonly sound: StreamSound;
}

interface StreamChoice {
  readonly uid: number;
  readonly role: Role;
  /** null: the live stream of the device. */
  readonly recording: PackedRecording | null;
}

function openStream({ uid, role, recording }: StreamChoice): OpenStream {
  const settings = recallSettings(uid);
  const source = recording ? createReplaySource(recording) : createLiveSource(uid);
  const session = createStreamSession({ source, role, settings });
  const sound = createStreamSound(session);
  if (settings.realTime.SoundEn) void sound.play();
  return { session, sound };
}

/** Opens the stream after the window is mounted, not while it renders, and closes it on unmount. */
function createHolder(choice: StreamChoice) {
  let open: OpenStream | null = null;
  return {
    read: () => open,
    subscribe: () => {
      const opened = openStream(choice);
      open = opened;
      const { session } = opened;
      const stop = useUnitStore.subscribe(({ units }) =>
        session.setSettings(inUnits(session.getState().settings, units)),
      );
      return () => {
        stop();
        opened.sound.close();
        session.close();
        open = null;
      };
    },
  };
}

/** The session of a window and its sound; null until the window is mounted. A recording replaces the device. */
export function useStreamSession(uid: number, role: Role) {
  const [holder, setHolder] = useState(() => createHolder({ uid, role, recording: null }));
  const stream = useSyncExternalStore(holder.subscribe, holder.read);
  const replay = (recording: PackedRecording | null) => setHolder(createHolder({ uid, role, recording }));
  return { stream, replay };
}
