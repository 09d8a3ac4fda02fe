import { t } from '#/language/t.ts';

import type { ImportResult } from '../agms.data.ts';

/** The server's limit. */
const MAX_FILE_BYTES = 1_048_576;

export function checkFileSize(bytes: number): string | null {
  return bytes > MAX_FILE_BYTES ? t('The file is larger than 1 MB.') : null;
}

/** Reason why the file cannot be imported; undefined if it can. */
export function explainRefusal({ errors }: Pick<ImportResult, 'errors'>): string | undefined {
  if (errors.length === 0) return undefined;
  return t('{count} problem. Nothing was imported.|{count} problems. Nothing was imported.', { count: errors.length });
}

const COLUMNS = ['uid', 'clientId', 'username', 'password', 'messageKey'] as const;

/** Every cell is quoted and unchanged: a spreadsheet may display a password differently, but the file is right. */
export function writeCredentialFile(credentials: ImportResult['credentials']): string {
  const rows = credentials.map((credential) => COLUMNS.map((column) => `"${credential[column]}"`).join(','));
  return [COLUMNS.join(','), ...rows, ''].join('\r\n');
}
