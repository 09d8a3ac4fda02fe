import type { StreamEngine, StreamStatus } from '@waymark/domain/stream/engine-types';
import type { SessionState, StreamSession } from '../session/session-types.ts';

/** The part of the session state that the plots need. */
export interface PlottedState extends Pick<
  SessionState,
  'span' | 'rssiHz' | 'isAutoScaled' | 'settings' | 'sending' | 'unsent'
> {
  readonly status: Pick<StreamStatus, 'streamTime' | 'pause' | 'thresholds' | 'annotations'>;
}

export interface PlottedSession extends Pick<StreamSession, 'setThreshold' | 'uid'> {
  readonly engine: Pick<StreamEngine, 'readEm' | 'readRssi' | 'readGeo' | 'readSpectrum' | 'readWelds'>;
  getState(): PlottedState;
}
