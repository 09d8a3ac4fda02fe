import { expect, it } from 'vitest';

const pictures = import.meta.glob<string>('./device-{online,asleep,offline}*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('[M-019] a device marker is an icon of 32 px', () => {
  expect(Object.keys(pictures)).toHaveLength(12);
  for (const picture of Object.values(pictures)) expect(picture).toMatch(/^<svg[^>]* width="32" height="32"/);
});
