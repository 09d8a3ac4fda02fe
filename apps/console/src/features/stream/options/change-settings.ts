import type { StreamSettings } from '@waymark/domain/stream/settings';
import type { StreamSession } from '../session/session-types.ts';
import { keepSettings } from '../settings-storage.ts';

export type SettingsChange = { readonly [Section in keyof StreamSettings]?: Partial<StreamSettings[Section]> };

/** Applies immediately, and is stored for this device in this browser. */
export function changeSettings(session: StreamSession, change: SettingsChange): void {
  const { graphing, realTime, geoSpeed } = session.getState().settings;
  const settings: StreamSettings = {
    graphing: { ...graphing, ...change.graphing },
    realTime: { ...realTime, ...change.realTime },
    geoSpeed: { ...geoSpeed, ...change.geoSpeed },
  };
  session.setSettings(settings);
  keepSettings(session.uid, settings);
}
