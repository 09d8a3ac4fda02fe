import type { Role } from '@waymark/contract/roles';
import { createStreamEngine } from '@waymark/domain/stream/engine';
import { DIALOG_SETTINGS, type StreamSettings } from '@waymark/domain/stream/settings';
import { createBrowserParts } from './session-browser.ts';
import { Session } from './session-run.ts';
import type { FrameSource, StreamSession } from './session-types.ts';

export interface StreamSessionOptions {
  readonly source: FrameSource;
  readonly role: Role;
  /** The stored settings; they overwrite the dialog's initial ones. */
  readonly settings: StreamSettings;
}

/** Opens a session; close it with its window. In React: in an effect, closed by its cleanup, never while rendering. */
export function createStreamSession({ source, role, settings }: StreamSessionOptions): StreamSession {
  const engine = createStreamEngine({ settings: DIALOG_SETTINGS });
  const session = new Session({ source, role, engine, parts: createBrowserParts(source.uid) });
  session.setSettings(settings);
  return session;
}
