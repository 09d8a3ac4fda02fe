import type { Translate } from '../language/translate.ts';

// The texts of the faults of a CSV file with AGMs to add. The names of its columns are not translated.

export type AgmFileFault =
  | {
      readonly code:
        | 'file-empty'
        | 'no-devices'
        | 'quote-open'
        | 'uid-column-missing'
        | 'uid-invalid'
        | 'latitude-invalid'
        | 'longitude-invalid'
        | 'imei-invalid'
        | 'imei-taken';
    }
  | { readonly code: 'too-many-devices'; readonly most: number }
  | { readonly code: 'uid-taken'; readonly group: number }
  | { readonly code: 'same-uid' | 'same-imei'; readonly line: number }
  /** `text` is in quotes, and shortened if it is long. */
  | { readonly code: 'column-unknown' | 'column-twice' | 'formula' | 'cell-without-column'; readonly text: string };

export function describeAgmFileFault(fault: AgmFileFault, t: Translate): string {
  if ('text' in fault) return describeCell(fault, t);
  switch (fault.code) {
    case 'file-empty':
      return t('The file is empty');
    case 'no-devices':
      return t('The file has no devices');
    case 'quote-open':
      return t('A quote is never closed');
    case 'uid-column-missing':
      return t('Missing required field: {column}', { column: 'uid' });
    case 'uid-invalid':
      return t('Invalid UID');
    case 'latitude-invalid':
      return t('Invalid latitude');
    case 'longitude-invalid':
      return t('Invalid longitude');
    case 'imei-invalid':
      return t('An IMEI has 15 digits.');
    case 'imei-taken':
      return t('Another device has this IMEI.');
    case 'too-many-devices':
      return t('A file has at most {count} devices', { count: fault.most });
    case 'uid-taken':
      return t('UID exists in Group Number: {group}', { group: fault.group });
    case 'same-uid':
      return t('The same UID as in line {line}', { line: fault.line });
    case 'same-imei':
      return t('The same IMEI as in line {line}', { line: fault.line });
  }
}

function describeCell({ code, text }: Extract<AgmFileFault, { readonly text: string }>, t: Translate): string {
  switch (code) {
    case 'column-unknown':
      return t('There is no column {name}', { name: text });
    case 'column-twice':
      return t('The column {name} occurs twice', { name: text });
    case 'formula':
      return t('A formula is not allowed: {text}', { text });
    case 'cell-without-column':
      return t('There is no column for {text}', { text });
  }
}
