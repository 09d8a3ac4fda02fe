import { readSettings } from '@waymark/domain/stream/read-settings';
import type { StreamSettings } from '@waymark/domain/stream/settings';
import { readJson, writeJson } from '#/api/browser-storage.ts';

const keyOf = (uid: number) => `waymark.stream.${uid}`;

/** What was changed last, of whatever device. */
const LAST = 'waymark.stream.last';

/** As they were chosen for this device, else as they were last chosen for any, else as the documents say. */
export function recallSettings(uid: number): StreamSettings {
  return readSettings(readJson(keyOf(uid)) ?? readJson(LAST));
}

export function keepSettings(uid: number, settings: StreamSettings): void {
  writeJson(keyOf(uid), settings);
  writeJson(LAST, settings);
}
