import { expect, test } from 'vitest';
import { findNamesake } from './names.ts';

test('[W-247] findNamesake finds a name that differs only in case, spaces at its ends or the composition of letters', () => {
  expect(findNamesake(['Valve 1', 'AGM 1', 'valve 1'])).toBe('valve 1');
  expect(findNamesake(['Valve 1', ' VALVE 1 '])).toBe(' VALVE 1 ');
  expect(findNamesake(['Caf\u00E9', 'cafe\u0301'])).toBe('cafe\u0301');
  expect(findNamesake(['Valve 1', 'Valve 2'])).toBeUndefined();
});
