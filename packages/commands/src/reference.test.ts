import { expect, test } from 'vitest';
import { writeReference } from './reference.ts';

test('docs/commands.md matches the definitions', async () => {
  await expect(writeReference()).toMatchFileSnapshot('../../../docs/commands.md');
});
