import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { readPages, ROWS_A_PAGE } from '../../platform/database/keyset.ts';

const ORDER = { table: 'passages', column: 'id', tie: 'id', descending: false } as const;

export interface LabelledFound {
  readonly isVerified: boolean;
  readonly isSnippet: boolean;
  /** A waveform with its header. */
  readonly data: Uint8Array;
  readonly audioBands: readonly number[] | null;
}

/** The next page, in the order of their ids. */
async function readPage(reader: Reader, withUnverified: boolean, isAfter: RawBuilder<SqlBool>) {
  return reader.db
    .selectFrom('passages')
    .innerJoin('waveforms', (join) =>
      join
        .onRef('waveforms.uid', '=', 'passages.uid')
        .onRef('waveforms.end_of_snip_at', '=', 'passages.end_of_snip_at')
        .onRef('waveforms.kind', '=', 'passages.kind'),
    )
    .select([
      'passages.id',
      'passages.is_verified as isVerified',
      'waveforms.is_snippet as isSnippet',
      'waveforms.data',
    ])
    .select(sql<readonly number[] | null>`passages.features -> 'audioBands'`.as('audioBands'))
    .where(inCompany(reader.scope, 'passages.group_id'))
    .$if(!withUnverified, (query) => query.where('passages.is_verified', '=', true))
    .where(isAfter)
    .orderBy('passages.id')
    .limit(ROWS_A_PAGE)
    .execute();
}

/** Records that have samples, of verified passages or of all. */
export function readLabelledRecords(reader: Reader, withUnverified: boolean): AsyncIterable<readonly LabelledFound[]> {
  return readPages(
    ORDER,
    (isAfter) => readPage(reader, withUnverified, isAfter),
    (found): LabelledFound => found,
  );
}
