import { countWords } from '#/ui/table/count-words.ts';
import type { ImportResult } from '../agms.data.ts';

/** As the server takes it. */
const MAX_FILE_BYTES = 1_048_576;

export function checkFileSize(bytes: number): string | null {
  return bytes > MAX_FILE_BYTES ? 'The file is larger than 1 MB.' : null;
}

/** Why the file cannot be imported; undefined when it can. */
export function explainRefusal({ errors }: Pick<ImportResult, 'errors'>): string | undefined {
  return errors.length === 0 ? undefined : `${countWords(errors.length, 'problem')}. Nothing was imported.`;
}

const COLUMNS = ['uid', 'clientId', 'username', 'password', 'messageKey'] as const;

/** Every cell in quotes, as it is: a spreadsheet may show a password otherwise, the file holds it. */
export function writeCredentialFile(credentials: ImportResult['credentials']): string {
  const rows = credentials.map((credential) => COLUMNS.map((column) => `"${credential[column]}"`).join(','));
  return [COLUMNS.join(','), ...rows, ''].join('\r\n');
}
