import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { problemBody } from '@waymark/contract/problem-body';
import { routes } from '@waymark/contract/routes/index';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readCloudloopBody, readRockblockBody } from './ingest/iridium/webhook-bodies.ts';

// Checks the JSON of docs/integration.md; integration-guide.long.test.ts runs its calls and clients.

const guide = await readFile(path.resolve(import.meta.dirname, '../../../docs/integration.md'), 'utf8');
const EXAMPLE = /^<!-- example: (?<name>[\w.]+)(?: (?<part>body|reply))? -->\n```json\n(?<json>[\s\S]*?)```/gm;

const examples = [...guide.matchAll(EXAMPLE)].map(({ groups = {} }) => ({
  name: groups['name'] ?? '',
  part: groups['part'] ?? '',
  json: groups['json'] ?? '',
}));

function findSchema(name: string, part: string): z.ZodType {
  if (name === 'problem') return problemBody;
  const [feature = '', route = ''] = name.split('.');
  const ofFeature = Object.entries(routes).find(([each]) => each === feature)?.[1] ?? {};
  const definition: unknown = Object.entries(ofFeature).find(([each]) => each === route)?.[1];
  const schema: unknown = z.record(z.string(), z.unknown()).parse(definition)[part];
  if (schema instanceof z.ZodType) return schema;
  throw new Error(`the contract has no ${part} of ${name}`);
}

/** Parsing would drop unknown fields silently; in the guide they are an error. */
function findFault(schema: z.ZodType, value: unknown): unknown {
  const strict = schema instanceof z.ZodObject ? schema.strict() : schema;
  return strict.safeParse(value).error?.issues ?? null;
}

test('[W-165] every JSON block of the guide is a checked example', () => {
  expect(guide.match(/^```json$/gm)).toHaveLength(examples.length);
  expect(examples.length).toBeGreaterThanOrEqual(6);
});

test.each(examples)('[W-165] the example of $name $part fits the contract', ({ name, part, json }) => {
  expect(findFault(findSchema(name, part), JSON.parse(json))).toBeNull();
});

test('[W-165] the readers of satellite providers parse the bodies in the guide as sessions', () => {
  const bodyOf = (name: string): unknown => JSON.parse(examples.find((each) => each.name === name)?.json ?? '{}');
  const said = { imei: '300234063904190', momsn: 512, sessionAt: Date.UTC(2026, 5, 27, 1, 2, 5) };
  expect(readCloudloopBody(bodyOf('webhooks.takeCloudloopMessage'))).toMatchObject({
    ok: true,
    value: { session: { ...said, cdr: 3_152_085_395, status: 0 }, thingId: 'kqZVnYpWdLrXbMoRzQjEgTuHcFaNsKiB' },
  });
  expect(readRockblockBody(bodyOf('webhooks.takeRockblockMessage'))).toMatchObject({ ok: true, value: said });
});
