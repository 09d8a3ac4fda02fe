import { describe, expect, it } from 'vitest';
import { parseRememberedWindow } from './window-store.ts';

const place = { x: 560, y: 68, width: 840, height: 610, isMaximised: true };

describe('the remembered place of a window', () => {
  it('a stored place is read back unchanged', () => {
    expect(parseRememberedWindow(JSON.stringify(place))).toEqual(place);
  });

  it('a stored place is not maximised unless it says so', () => {
    expect(parseRememberedWindow(JSON.stringify({ ...place, isMaximised: 'yes' }))?.isMaximised).toBe(false);
  });

  it.each([null, '', '{', 'null', '7', '[]', '{"x":1,"y":2,"width":3}', '{"x":1,"y":2,"width":3,"height":"tall"}'])(
    'a stored place of %j is ignored',
    (stored) => {
      expect(parseRememberedWindow(stored)).toBeUndefined();
    },
  );
});
