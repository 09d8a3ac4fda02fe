import { RSSI } from '@waymark/domain/stream/rssi';

// Masks that remove invalid characters while the user types.

const WELD_SPACE = /^(\d{0,2})(\.?)(\d?)/;

/** Mask ##.#: two digits, a point, one digit. The point is inserted before the third digit. */
export function maskWeldSpace(text: string): string {
  const kept = text.replace(',', '.').replaceAll(/[^\d.]/g, '');
  const [, whole = '', point = '', tenth = ''] = WELD_SPACE.exec(kept) ?? [];
  return tenth === '' ? whole + point : `${whole}.${tenth}`;
}

/** Mask ##. */
export function maskFrequency(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, 2);
}

/** Three digits: seconds. */
export function maskSeconds(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, 3);
}

/** Empty is 0, which is "not set". */
export function readWeldSpace(text: string): number {
  const value = Number(text === '.' ? '' : text);
  return Number.isFinite(value) ? value : 0;
}

/** null: out of range. */
export function readFrequency(text: string): number | null {
  const value = Number(text);
  return text !== '' && value >= RSSI.leastHz && value <= RSSI.mostHz ? value : null;
}

/** null: the plots would not pause at all. */
export function readPause(text: string): number | null {
  const value = Number(text);
  return value >= 1 ? value : null;
}
