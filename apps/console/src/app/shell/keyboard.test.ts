import { describe, expect, it } from 'vitest';
import { stepKeys, type PendingKey, type Shortcut } from './keyboard.ts';

function press(...keys: readonly (readonly [key: string, atMs: number, hasModifier?: boolean])[]) {
  let pending: PendingKey | null = null;
  const found: Shortcut[] = [];
  for (const [key, atMs, hasModifier = false] of keys) {
    const step = stepKeys(pending, { key, hasModifier, atMs });
    pending = step.pending;
    if (step.shortcut) found.push(step.shortcut);
  }
  return found;
}

describe('keyboard shortcuts', () => {
  it('? opens the list of shortcuts', () => {
    expect(press(['?', 0])).toEqual(['list-shortcuts']);
  });

  it('/ focuses the device search', () => {
    expect(press(['/', 0])).toEqual(['focus-search']);
    expect(press(['/', 0, true])).toEqual([]);
  });

  it('g then h goes home, within a second', () => {
    expect(press(['g', 0], ['h', 1000])).toEqual(['go-home']);
    expect(press(['g', 0], ['h', 1001])).toEqual([]);
  });

  it('a key in between breaks the sequence, another g starts it again', () => {
    expect(press(['g', 0], ['x', 100], ['h', 200])).toEqual([]);
    expect(press(['g', 0], ['g', 900], ['h', 1800])).toEqual(['go-home']);
  });

  it("ignores the browser's own combinations", () => {
    expect(press(['g', 0, true], ['h', 100])).toEqual([]);
    expect(press(['?', 0, true])).toEqual([]);
  });

  it('a sequence is consumed by its action', () => {
    expect(press(['g', 0], ['h', 100], ['h', 200])).toEqual(['go-home']);
  });
});
