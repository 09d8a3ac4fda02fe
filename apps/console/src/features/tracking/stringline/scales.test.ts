import { describe, expect, it } from 'vitest';
import { countNameLetters, limitNameRoom, nameRoomOf, shortenName } from './scales.ts';

describe('shortenName', () => {
  it('leaves a name that fits, and ends a longer one with an ellipsis', () => {
    expect(shortenName('Receiver', 8)).toBe('Receiver');
    expect(shortenName('Canadian River South', 16)).toBe('Canadian River…');
  });

  it('leaves three letters and the ellipsis where there is no space', () => {
    expect(shortenName('Launcher', -3)).toBe('Lau…');
  });
});

describe('countNameLetters', () => {
  it('the room for a name of 20 letters is enough for 20', () => {
    expect(countNameLetters({ above: nameRoomOf(20), beside: 400 })).toBe(20);
  });

  it('the space beside the marker limits a name too', () => {
    expect(countNameLetters({ above: nameRoomOf(20), beside: 40 })).toBeLessThan(10);
  });
});

describe('limitNameRoom', () => {
  it('short names take only what they need', () => {
    expect(limitNameRoom(6, 600)).toBe(nameRoomOf(6));
  });

  it('long names take at most a part of the height, and less in a low chart', () => {
    expect(limitNameRoom(60, 600)).toBe(180);
    expect(limitNameRoom(60, 100)).toBe(80);
  });
});
