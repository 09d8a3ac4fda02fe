import type { ShiftMedia } from '@waymark/contract/shift/shift-entry';
import { isStorableText } from '@waymark/domain/storable-text';

// Decides what a file is by its content: the name and the type that a browser sends are only claims.

const SIGNATURES: readonly (readonly [ShiftMedia, RegExp])[] = [
  ['image/jpeg', /^\u00ff\u00d8\u00ff/],
  ['image/png', /^\u0089PNG\r\n\u001a\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['application/pdf', /^%PDF-\d/],
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
  const found = SIGNATURES.find(([, signature]) => signature.test(begin))?.[0];
  if (found !== undefined) return found;
  return bytes.length > 0 && isText(bytes) ? 'text/plain' : null;
}
