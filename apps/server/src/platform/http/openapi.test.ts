import path from 'node:path';
import { routes } from '@waymark/contract/routes/index';
import { expect, test } from 'vitest';
import { createOpenApi } from './openapi.ts';

const REVIEWED = path.join(import.meta.dirname, '../../../../../docs/openapi.json');

test('the OpenAPI document equals the reviewed one', async () => {
  await expect(`${JSON.stringify(createOpenApi(routes), null, 2)}\n`).toMatchFileSnapshot(REVIEWED);
});
