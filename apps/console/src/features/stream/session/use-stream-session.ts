import type { Role } from '@waymark/contract/roles';
import { useState, useSyncExternalStore } from 'react';
import { createStreamEngine } from '@waymark/domain/stream/engine';
import { DIALOG_SETTINGS, type StreamSettings } from '@waymark/domain/stream/settings';
import { useUnitStore } from '#/features/units/units.ts';
import { streamListeners } from '#/live/live.ts';
import type { PackedRecording } from '../recording/recording-format.ts';
import { inUnits, recallSettings } from '../settings-storage.ts';
import { createStreamSound, type StreamSound } from '../sound/stream-sound.ts';
import { createReplaySource } from './replay-source.ts';
import type { FrameSource, StreamSession, SessionState } from './session-types.ts';
import { createBrowserParts } from './session-browser.ts';
import { Session } from './session-run.ts';

/** The live stream of the device. */
function createLiveSource(uid: number): FrameSource {
  return { kind: 'live', uid, rate: 1, start: (onFrame) => streamListeners.listen(uid, onFrame) };
}

interface StreamSessionOptions {
  readonly source: FrameSource;
  readonly role: Role;
  /** The stored settings; they overwrite the dialog's initial ones. */
  readonly settings: StreamSettings;
}

/** Opens a session; close it with its window. In React: in an effect, closed by its cleanup, never while rendering. */
function createStreamSession({ source, role, settings }: StreamSessionOptions): StreamSession {
  const engine = createStreamEngine({ settings: DIALOG_SETTINGS });
  const session = new Session({ source, role, engine, parts: createBrowserParts(source.uid) });
  session.setSettings(settings);
  return session;
}

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

/** Renders again only when the selection changes; `select` must return the same object for the same state. */
export function useSessionState<Part>(session: StreamSession, select: (state: SessionState) => Part): Part {
  return useSyncExternalStore(session.subscribe, () => select(session.getState()));
}
