import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { writeColumn } from './binary-column.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  await client.query(`set time zone 'UTC'`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const itself = (value: number | null) => value;

it.each([
  ['boolean', [0, 1, null], ['false', 'true', null]],
  ['smallint', [0, 1, -1, 32_767, -32_768, null], ['0', '1', '-1', '32767', '-32768', null]],
  ['int', [65_535, null, -500_000, 2 ** 31 - 1, -(2 ** 31)], ['65535', null, '-500000', '2147483647', '-2147483648']],
  [
    'bigint',
    [0, -1, 2 ** 32, 2 ** 32 - 1, -(2 ** 32), 99_999_999_999_999, Number.MAX_SAFE_INTEGER],
    ['0', '-1', '4294967296', '4294967295', '-4294967296', '99999999999999', '9007199254740991'],
  ],
  ['float8', [31.5, -102.25, 0, 1e-7, null], ['31.5', '-102.25', '0', '1e-07', null]],
  [
    'timestamptz',
    [1_782_522_123_456, 946_684_800_000, 0, null],
    ['2026-06-27 01:02:03.456+00', '2000-01-01 00:00:00+00', '1970-01-01 00:00:00+00', null],
  ],
  ['int', [], []],
] as const)('PostgreSQL reads a column of %s', async (type, values, texts) => {
  const { rows } = await client.query<{ each: string | null }>(
    `select each::text from unnest($1::${type}[]) with ordinality as t (each, place) order by place`,
    [writeColumn(type, values, itself)],
  );
  expect(rows.map(({ each }) => each)).toEqual(texts);
});

it('PostgreSQL refuses a column that the statement casts to another type', async () => {
  await expect(client.query('select $1::int[]', [writeColumn('bigint', [1], itself)])).rejects.toThrow(
    /wrong element type|has array element type/,
  );
});

it.each([
  ['boolean', 2],
  ['smallint', 32_768],
  ['int', 2 ** 31],
  ['int', 0.5],
  ['bigint', 2 ** 53],
  ['timestamptz', 0.5],
] as const)('a %s of %d is refused as the database would do', (type, value) => {
  expect(() => writeColumn(type, [1, value], itself)).toThrow(
    expect.objectContaining({ code: '22003', message: `${value} is out of range for ${type}` }),
  );
});

it('an instant is the same as from to_timestamp, also before 1970 and in the year 9999', async () => {
  const instants = [1_700_000_000_001, 1_699_999_999_999, -1, 253_402_300_799_000];
  const { rows } = await client.query<{ same: boolean }>(
    `select one = to_timestamp(ms / 1000.0) as same from unnest($1::timestamptz[], $2::float8[]) as t (one, ms)`,
    [writeColumn('timestamptz', instants, itself), writeColumn('float8', instants, itself)],
  );
  expect(rows).toEqual(instants.map(() => ({ same: true })));
});
