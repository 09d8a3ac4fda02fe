import type { Role } from '@waymark/contract/roles';
import type { StreamSettings } from '@waymark/domain/stream/settings';
import { createStreamEngine } from '@waymark/domain/stream/engine';
import { createBrowserParts } from './session-browser.ts';
import { Session } from './session-run.ts';
import type { FrameSource, StreamSession } from './session-types.ts';

export interface StreamSessionOptions {
  readonly source: FrameSource;
  readonly role: Role;
  readonly settings: StreamSettings;
}

/**
 * Opens a session; close it when its window goes. In React: in an effect, closed by its cleanup, never while rendering.
 */
export function createStreamSession(options: StreamSessionOptions): StreamSession {
  const { source, settings } = options;
  return new Session({ ...options, engine: createStreamEngine({ settings }), parts: createBrowserParts(source.uid) });
}
