import { expect, test } from 'vitest';
import { writeReference } from './reference.ts';

test('the reference page of commands is the reviewed one', async () => {
  await expect(writeReference()).toMatchFileSnapshot('../../../../docs/commands.md');
});
