import { expect, it } from 'vitest';
import { findFreePort } from './server-process.ts';

it('no port is given twice, although none of them listens yet', async () => {
  const ports: number[] = [];
  for (let at = 0; at < 300; at++) ports.push(await findFreePort());
  expect(new Set(ports).size).toBe(300);
});
