import { chooseTool, type Tool } from '@waymark/domain/tool/choose-tool';
import { CHANNELS } from '@waymark/signals/sampling';
import { ALGORITHMS } from '@waymark/signals/scoring/scoring-model';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openTestPool } from '../../testing/test-pool.ts';

// The tools and algorithms that every installation has.

interface SeededTool extends Tool {
  readonly type: string;
  readonly channels: readonly number[];
}

let database: TestDatabase;
let pool: pg.Pool;
let tools: readonly SeededTool[];
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.connection);
  const { rows } = await pool.query<SeededTool>(`
    select t.id::int as "toolId", y.name as type, json_build_object('least', speed_least, 'most', speed_most) as speed,
      json_build_object('least', size_least, 'most', size_most) as size, array_agg(distinct a.channel::int order by a.channel::int) as channels
    from tools t join tool_types y on y.id = t.tool_type_id
    join machine_learning_algorithm_tools l on l.tool_id = t.id join machine_learning_algorithms a on a.id = l.algorithm_id
    group by t.id, y.name order by t.id`);
  tools = rows;
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const INCH = 0.0254;
function listOf(type: string): readonly [SeededTool, ...SeededTool[]] {
  const [first, ...others] = tools.filter((tool) => tool.type === type);
  if (!first) throw new Error(`no tool is a ${type}`);
  return [first, ...others];
}

test('each of the eight types has a tool for each of four sizes and four speeds', () => {
  const counts = Object.entries(Object.groupBy(tools, ({ type }) => type)).map(([type, of]) => [type, of?.length]);
  expect(counts).toEqual(
    [
      'Cleaning pig',
      'Cleaning pig with magnets',
      'Cleaning pig with transmitter',
      'Gauge or caliper',
      'MFL',
      'MFL combo',
      'Ultrasonic',
      'Foam or sphere',
    ].map((type) => [type, 16]),
  );
});

test.each([
  ['Cleaning pig', [1]],
  ['Cleaning pig with magnets', [1, 2]],
  ['Cleaning pig with transmitter', [0, 1]],
  ['Gauge or caliper', [0, 1]],
  ['MFL', [1, 2]],
  ['MFL combo', [0, 1, 2]],
  ['Ultrasonic', [1]],
  ['Foam or sphere', [1]],
])('passages of %s are judged on channels %j', (type, channels) => {
  for (const tool of listOf(type)) expect(tool.channels).toEqual(channels);
});

test('the algorithms are those of the shipped models, three for each channel', async () => {
  const { rows } = await pool.query('select channel, kind from machine_learning_algorithms order by id');
  expect(rows).toEqual(CHANNELS.flatMap((_, channel) => ALGORITHMS.map((kind) => ({ channel, kind }))));
});

test.each([
  [16, 1.341, 10, 16, 0.5],
  [8, 0.3, 4, 8, 0.044_704],
  [9, 2, 10, 16, 1.5],
  [60, 12, 32, 50, 3],
])('a pig of %i in at %f m/s is taken for one of %i to %i in, from %f m/s', (inches, speed, least, most, slowest) => {
  const tool = chooseTool(listOf('MFL'), { speed, size: inches * INCH });
  expect(tool.size.least).toBeCloseTo(least * INCH, 10);
  expect(tool.size.most).toBeCloseTo(most * INCH, 10);
  expect(tool.speed.least).toBe(slowest);
});
