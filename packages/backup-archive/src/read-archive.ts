import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import {
  archivedMonth,
  archivedSequence,
  archivedTable,
  fullName,
  listMigrations,
  listTables,
  PLAIN_SESSION,
  readRowsSql,
  writeRowsSql,
  type ArchivedTable,
} from './catalog.ts';
import { ArchiveError, decodeFrames, type Frame } from './frames.ts';
import { ARCHIVE_VERSION, RowDigest, type TableNote } from './write-archive.ts';

const header = z.object({
  product: z.literal('waymark'),
  version: z.int(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  months: z.array(archivedMonth),
  sequences: z.array(archivedSequence),
  tables: z.int(),
});
type Header = z.output<typeof header>;
const tableEnd = z.object({ rows: z.int(), sha256: z.string() });

interface Stored {
  readonly table: ArchivedTable;
  readonly end: z.output<typeof tableEnd>;
}

function readJson<Schema extends z.ZodType>(
  schema: Schema,
  frame: Frame | undefined,
  kind: Frame['kind'],
): z.output<Schema> {
  if (frame?.kind !== kind) throw new ArchiveError('This is no backup of Waymark, or it is damaged.');
  try {
    return schema.parse(JSON.parse(frame.content.toString()));
  } catch (error) {
    throw new ArchiveError('This is no backup of Waymark, or it is damaged.', { cause: error });
  }
}

type Frames = AsyncGenerator<Frame, void, undefined>;

async function nextFrame(frames: Frames): Promise<Frame | undefined> {
  const { value, done } = await frames.next();
  return done ? undefined : value;
}

/** Rows fit only into a schema that the same migrations made. */
async function checkSchema(client: pg.ClientBase, { version, migrations }: Header): Promise<void> {
  if (version !== ARCHIVE_VERSION)
    throw new ArchiveError(`The backup is of version ${version} and this Waymark reads version ${ARCHIVE_VERSION}.`);
  const own = await listMigrations(client);
  const foreign = migrations.find((line) => !own.includes(line)) ?? own.find((line) => !migrations.includes(line));
  if (foreign !== undefined) {
    throw new ArchiveError(
      `The backup was made by another version of Waymark (${foreign.split(' ')[0] ?? ''}): restore it with that version, then update.`,
    );
  }
}

async function checkEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isUsed: boolean }>(
    'select exists (select from users) or exists (select from devices) as "isUsed"',
  );
  if (rows[0]?.isUsed)
    throw new ArchiveError(
      'The database is in use: it has users or devices. Restore into an empty one, or say --replace to lose what is in it.',
    );
}

async function setTriggers(
  client: pg.ClientBase,
  tables: readonly ArchivedTable[],
  state: 'enable' | 'disable',
): Promise<void> {
  for (const table of tables) await client.query(`alter table ${fullName(table)} ${state} trigger user`);
}

async function storeTable(client: pg.ClientBase, frames: Frames, table: ArchivedTable): Promise<Stored> {
  let end: Stored['end'] | undefined;
  async function* readRows(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const frame = await nextFrame(frames);
      if (frame?.kind !== 'D') {
        end = readJson(tableEnd, frame, 'E');
        return;
      }
      yield frame.content;
    }
  }
  await pipeline(Readable.from(readRows()), client.query(copyFrom(writeRowsSql(table))));
  if (!end) throw new ArchiveError('The backup ends in the middle: it is not whole.');
  return { table, end };
}

/** Reads all rows back and compares their digest. */
async function compareTable(client: pg.ClientBase, { table, end }: Stored): Promise<void> {
  const digest = new RowDigest();
  for await (const text of client.query(copyTo(readRowsSql(table))) as AsyncIterable<Buffer>) digest.add(text);
  const { rows, sha256 } = digest.finish();
  if (rows !== end.rows || sha256 !== end.sha256) {
    throw new ArchiveError(
      `The table ${table.name} is not what the backup says (${rows} rows of ${end.rows}). Nothing was restored.`,
    );
  }
}

async function makeMonths(client: pg.ClientBase, { months }: Header): Promise<void> {
  for (const { parent, name, bounds } of months)
    await client.query(`create table if not exists "${name}" partition of "${parent}" ${bounds}`);
}

/** Unlocks jobs: no worker of the archived database exists here. */
async function freeJobs(client: pg.ClientBase): Promise<void> {
  await client.query(
    'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null',
  );
  await client.query(
    'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null',
  );
}

export interface RestoreOptions {
  /** Deletes the present rows of the database. */
  readonly isReplacing?: boolean;
  readonly note?: (note: TableNote) => void;
}

async function restore(
  client: pg.ClientBase,
  frames: Frames,
  { isReplacing = false, note = () => undefined }: RestoreOptions,
): Promise<Header> {
  const head = readJson(header, await nextFrame(frames), 'H');
  await checkSchema(client, head);
  if (!isReplacing) await checkEmpty(client);
  const own = await listTables(client);
  await setTriggers(client, own, 'disable');
  await client.query(`truncate ${own.map(fullName).join(', ')}`);
  await makeMonths(client, head);
  const stored: Stored[] = [];
  for (let frame = await nextFrame(frames); frame?.kind !== 'Z'; frame = await nextFrame(frames)) {
    const sent = readJson(archivedTable, frame, 'T');
    // Names and order become SQL, so they are taken from this database and never from the archive.
    const table = own.find(
      ({ schema, name, columns }) =>
        schema === sent.schema && name === sent.name && columns.join() === sent.columns.join(),
    );
    if (!table) throw new ArchiveError(`The backup has a table ${sent.name} that this Waymark does not know.`);
    stored.push(await storeTable(client, frames, table));
  }
  // Waits for the end of the source, which must follow the last frame.
  if (await nextFrame(frames)) throw new ArchiveError('This is no backup of Waymark, or it is damaged.');
  if (stored.length !== own.length || stored.length !== head.tables)
    throw new ArchiveError('The backup lacks tables: it is not whole.');
  for (const each of stored) {
    await compareTable(client, each);
    note({ table: each.table.name, rows: each.end.rows });
  }
  for (const { schema, name, last, isCalled } of head.sequences)
    await client.query(`select setval($1::regclass, $2, $3)`, [`"${schema}"."${name}"`, last, isCalled]);
  await freeJobs(client);
  await setTriggers(client, own, 'enable');
  return head;
}

/** Restores an archive in one transaction into a database with the same schema. Returns the time of the archive. */
export async function readArchive(
  connection: pg.ClientConfig,
  bytes: AsyncIterable<Buffer>,
  options: RestoreOptions = {},
): Promise<{ readonly createdAt: string }> {
  const client = new pg.Client({ ...connection, application_name: 'waymark restore' });
  await client.connect();
  const frames = decodeFrames(bytes);
  try {
    await client.query('begin');
    await client.query(PLAIN_SESSION);
    const { createdAt } = await restore(client, frames, options);
    await client.query('commit');
    return { createdAt };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await frames.return();
    await client.end();
  }
}
