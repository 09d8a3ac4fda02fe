import { expect, it } from 'vitest';
import { sayServerText, t } from './t.ts';

it('a text of the server that the catalogue lacks is shown as it stands', () => {
  expect(sayServerText('North | South is not tracked.')).toBe('North | South is not tracked.');
  expect(sayServerText('Use agm/v1/{uid}/up.')).toBe('Use agm/v1/{uid}/up.');
  expect(t('{count} run|{count} runs', { count: 2 })).toBe('2 runs');
});
