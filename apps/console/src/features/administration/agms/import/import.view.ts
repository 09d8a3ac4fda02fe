import { countWords } from '#/ui/table/count-words.ts';
import type { ImportResult } from '../agms.data.ts';

/** The server's limit. */
const MAX_FILE_BYTES = 1_048_576;

export function checkFileSize(bytes: number): string | null {
  return bytes > MAX_FILE_BYTES ? 'The file is larger than 1 MB.' : null;
}

/** Reason why the file cannot be imported; undefined if it can. */
export function explainRefusal({ errors }: Pick<ImportResult, 'errors'>): string | undefined {
  return errors.length === 0 ? undefined : `${countWords(errors.length, 'problem')}. Nothing was imported.`;
}

const COLUMNS = ['uid', 'clientId', 'username', 'password', 'messageKey'] as const;

/** Every cell is quoted and unchanged: a spreadsheet may display a password differently, but the file is right. */
export function writeCredentialFile(credentials: ImportResult['credentials']): string {
  const rows = credentials.map((credential) => COLUMNS.map((column) => `"${credential[column]}"`).join(','));
  return [COLUMNS.join(','), ...rows, ''].join('\r\n');
}
