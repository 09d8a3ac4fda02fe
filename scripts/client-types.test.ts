import { expect, test } from 'vitest';
import { describeApi } from './lib/client/describe-api.ts';
import { writeType } from './lib/client/write-type.ts';

// client.long.test.ts compiles a program against these types.

test('[W-544] lists of tuples, of unions and of objects are written in brackets', () => {
  const point = { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] } as const;
  expect(writeType({ type: 'array', items: point })).toBe('readonly (readonly [number, number])[]');
  expect(writeType({ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } })).toBe(
    'readonly (string | null)[]',
  );
  const device = {
    type: 'object',
    properties: { uid: { type: 'integer' }, name: { type: 'string' } },
    required: ['uid'],
  };
  expect(writeType({ type: 'array', items: device })).toBe(
    'readonly ({\n  readonly uid: number;\n  readonly name?: string;\n})[]',
  );
});

test('[W-544] the types name calls, hub events and webhook events', () => {
  const text = describeApi();
  for (const part of [
    "'GET /apexagm/:uid/device': {",
    "'ReceivePassage': {",
    "'waymark.run.launched': {",
    'readonly parts: object;',
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/readonly readonly|: any\b|: undefined/);
});
