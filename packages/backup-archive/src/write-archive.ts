import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  listMigrations,
  listMonths,
  listSequences,
  listTables,
  PLAIN_SESSION,
  readRowsSql,
  type ArchivedTable,
} from './catalog.ts';
import { encodeFrame, encodeJsonFrame } from './frames.ts';

export const ARCHIVE_VERSION = 1;
const NEW_LINE = 10;

export interface TableNote {
  readonly table: string;
  readonly rows: number;
}

/** Counts and hashes the rows of a table from its text. */
export class RowDigest {
  readonly #hash = createHash('sha256');
  rows = 0;

  add(text: Buffer): void {
    this.#hash.update(text);
    // COPY writes line breaks within values as \n, so each line feed ends a row.
    for (let at = text.indexOf(NEW_LINE); at >= 0; at = text.indexOf(NEW_LINE, at + 1)) this.rows += 1;
  }

  finish(): { readonly rows: number; readonly sha256: string } {
    return { rows: this.rows, sha256: this.#hash.digest('hex') };
  }
}

async function* writeTable(
  client: pg.ClientBase,
  table: ArchivedTable,
  note: (note: TableNote) => void,
): AsyncGenerator<Buffer, void, undefined> {
  yield* encodeJsonFrame('T', table);
  const digest = new RowDigest();
  for await (const text of client.query(copyTo(readRowsSql(table))) as AsyncIterable<Buffer>) {
    digest.add(text);
    yield* encodeFrame('D', text);
  }
  const end = digest.finish();
  note({ table: table.name, rows: end.rows });
  yield* encodeJsonFrame('E', end);
}

/** Writes a snapshot of a database that stays in use. */
export async function* writeArchive(
  connection: pg.ClientConfig,
  { note = () => undefined, now = new Date() }: { readonly note?: (note: TableNote) => void; readonly now?: Date } = {},
): AsyncGenerator<Buffer, void, undefined> {
  const client = new pg.Client({ ...connection, application_name: 'waymark backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(PLAIN_SESSION);
    const tables = await listTables(client);
    const [migrations, months, sequences] = [
      await listMigrations(client),
      await listMonths(client),
      await listSequences(client),
    ];
    yield* encodeJsonFrame('H', {
      product: 'waymark',
      version: ARCHIVE_VERSION,
      createdAt: now.toISOString(),
      migrations,
      months,
      sequences,
      tables: tables.length,
    });
    for (const table of tables) yield* writeTable(client, table, note);
    yield* encodeJsonFrame('Z', { tables: tables.length });
    await client.query('commit');
  } finally {
    await client.end();
  }
}
