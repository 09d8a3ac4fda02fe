import { fail, succeed, type Result } from '@waymark/domain/result';
import { addToCrc, CRC_START, formatCrc } from './crc-32.ts';
import { PRO_VERSION, type ProFile } from './pro-file.ts';
import { readRecords, type BadRecord } from './read-records.ts';

// Parses the bytes of a `.pro` file, or returns the reason of the failure.

export type ProFailure =
  | { readonly kind: 'no-pro-file' }
  | { readonly kind: 'unknown-version'; readonly version: string }
  /** The last line is missing or incomplete. */
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'wrong-checksum' }
  | { readonly kind: 'wrong-count' }
  | ({ readonly kind: 'bad-record' } & BadRecord);

const LAST_LINE = /(?:^|\n)END\|(\d+)\|([\dA-F]{8})\n$/;
const FIRST_FIELDS = /^PRO\|([^|\n]*)/;

/** Not fatal: a truncated file may end within a character. */
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

function checkEnd(bytes: Uint8Array, text: string): Result<readonly string[], ProFailure> {
  const found = LAST_LINE.exec(text.slice(-64));
  if (!found) return fail({ kind: 'cut-off' });
  const [, count, crc] = found;
  const lastLength = `END|${count}|${crc}\n`.length;
  if (formatCrc(addToCrc(CRC_START, bytes.subarray(0, bytes.length - lastLength))) !== crc)
    return fail({ kind: 'wrong-checksum' });
  const lines = text.slice(0, -lastLength).split('\n').slice(0, -1);
  return lines.length === Number(count) ? succeed(lines) : fail({ kind: 'wrong-count' });
}

export function readPro(bytes: Uint8Array): Result<ProFile, ProFailure> {
  const text = decode(bytes);
  const version = FIRST_FIELDS.exec(text)?.[1];
  if (version === undefined) return fail({ kind: 'no-pro-file' });
  if (version !== String(PRO_VERSION)) return fail({ kind: 'unknown-version', version });
  const lines = checkEnd(bytes, text);
  if (!lines.ok) return lines;
  const file = readRecords(lines.value);
  return file.ok ? file : fail({ kind: 'bad-record', ...file.failure });
}
