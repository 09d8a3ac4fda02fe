import { expect, test } from 'vitest';
import { problems } from './index.ts';
import { writeReference } from './reference.ts';

test('docs/problems.md matches the definitions', async () => {
  await expect(writeReference()).toMatchFileSnapshot('../../../../docs/problems.md');
});

test('the page of problems has every code', () => {
  const told = [...writeReference().matchAll(/^\| \d{3} \| `(?<code>[a-z-]+)`/gm)].map(
    ({ groups }) => groups?.['code'],
  );
  expect(new Set(told)).toEqual(new Set(Object.keys(problems)));
});
