import type { ShiftMedia } from '@waymark/contract/shift/shift-entry';
import { isStorableText } from '@waymark/domain/storable-text';

// Decides what a file is by its content: the name and the type that a browser sends are only claims.

const SIGNATURES: readonly (readonly [ShiftMedia, (begin: string) => boolean])[] = [
  ['image/jpeg', (begin) => begin.startsWith('\u00ff\u00d8\u00ff')],
  ['image/png', (begin) => begin.startsWith('\u0089PNG\r\n\u001a\n')],
  ['image/gif', (begin) => /^GIF8[79]a/.test(begin)],
  ['image/webp', (begin) => /^RIFF[^]{4}WEBP/.test(begin)],
  ['application/pdf', (begin) => /^%PDF-\d/.test(begin)],
];
const LONGEST_SIGNATURE = 16;

// oxlint-disable-next-line no-control-regex -- a text has no other control characters than these breaks
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/** UTF-8 without control characters. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isStorableText(text) && !CONTROLS.test(text);
  } catch {
    return false;
  }
}

/** null: none of the kinds that a note may have. */
export function findMedia(bytes: Uint8Array): ShiftMedia | null {
  const begin = Buffer.from(bytes.subarray(0, LONGEST_SIGNATURE)).toString('latin1');
  const found = SIGNATURES.find(([, isOf]) => isOf(begin))?.[0];
  if (found !== undefined) return found;
  return bytes.length > 0 && isText(bytes) ? 'text/plain' : null;
}
