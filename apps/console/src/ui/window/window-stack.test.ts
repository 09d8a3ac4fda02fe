import { describe, expect, it } from 'vitest';
import {
  findTopWindow,
  placeWindow,
  raiseWindow,
  restoreWindow,
  setWindowMode,
  type WindowStack,
} from './window-stack.ts';

const placement = { x: 0, y: 0, width: 840, height: 610 };
const stack: WindowStack = ['stream', 'chart', 'history'].map((id) => ({
  id,
  mode: 'normal',
  modeBefore: 'normal',
  placement,
}));
const ids = (windows: WindowStack) => windows.map((entry) => entry.id);
const modeOf = (windows: WindowStack, id: string) => windows.find((entry) => entry.id === id)?.mode;

describe('the stack of windows', () => {
  it('puts the focused window on top and leaves the others in their order', () => {
    expect(ids(raiseWindow(stack, 'stream'))).toEqual(['chart', 'history', 'stream']);
  });

  it('stays the same object when nothing changes', () => {
    expect(raiseWindow(stack, 'history')).toBe(stack);
    expect(raiseWindow(stack, 'gone')).toBe(stack);
  });

  it('takes the topmost window that is not minimised as the one that Esc closes', () => {
    expect(findTopWindow(stack)?.id).toBe('history');
    expect(findTopWindow(setWindowMode(stack, 'history', 'minimised'))?.id).toBe('chart');
    expect(findTopWindow([])).toBeUndefined();
  });

  it('brings a maximised window to the top, a minimised one not', () => {
    expect(ids(setWindowMode(stack, 'chart', 'maximised'))).toEqual(['stream', 'history', 'chart']);
    expect(ids(setWindowMode(stack, 'chart', 'minimised'))).toEqual(['stream', 'chart', 'history']);
  });

  it('restores a minimised window to what it was before', () => {
    const minimised = setWindowMode(setWindowMode(stack, 'chart', 'maximised'), 'chart', 'minimised');
    const restored = restoreWindow(minimised, 'chart');
    expect(modeOf(restored, 'chart')).toBe('maximised');
    expect(modeOf(restoreWindow(restored, 'chart'), 'chart')).toBe('normal');
  });

  it('does not forget what it was before when it is minimised twice', () => {
    const once = setWindowMode(setWindowMode(stack, 'chart', 'maximised'), 'chart', 'minimised');
    expect(modeOf(restoreWindow(setWindowMode(once, 'chart', 'minimised'), 'chart'), 'chart')).toBe('maximised');
  });

  it('places one window only', () => {
    const moved = placeWindow(stack, 'chart', { ...placement, x: 40 });
    expect(moved.map((entry) => entry.placement.x)).toEqual([0, 40, 0]);
  });
});
