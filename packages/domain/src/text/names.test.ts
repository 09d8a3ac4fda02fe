import { expect, test } from 'vitest';
import { hasHiddenControls, hasHiddenControlsInLines } from './names.ts';

test.each([
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200E',
  '\u200F',
  '\u061C',
  '\0',
  '\u001B',
  '\u007F',
  '\u0085',
  '\u2028',
  '\uD800',
])('[W-038] %j is refused in names and in multi-line texts', (control) => {
  expect(hasHiddenControls(`Line ${control} 7`)).toBe(true);
  expect(hasHiddenControlsInLines(`Line\n${control} 7`)).toBe(true);
});

test.each(['\u00AD', '\u200B', '\u2060', '\u3164', '\uFEFF', '\u{E0041}'])(
  '[W-038] %j, which shows nothing, is refused in names only',
  (invisible) => {
    expect(hasHiddenControls(`Line ${invisible}7`)).toBe(true);
    expect(hasHiddenControlsInLines(`Line ${invisible}7`)).toBe(false);
  },
);

test('[W-038] names of any script are accepted, and line breaks only in multi-line texts', () => {
  for (const name of ['Dana Reyes', '李小龙', 'خط الأنابيب 7', 'می\u200Cخواهم', 'קו A', '🐷👩‍🔧', 'Å b'])
    expect(hasHiddenControls(name)).toBe(false);
  expect(hasHiddenControls('two\nlines')).toBe(true);
  expect(hasHiddenControlsInLines('two\r\nlines\tof text')).toBe(false);
});
