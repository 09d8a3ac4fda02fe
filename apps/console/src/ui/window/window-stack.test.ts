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
  it('focusing moves a window to the top and keeps the order of the others', () => {
    expect(ids(raiseWindow(stack, 'stream'))).toEqual(['chart', 'history', 'stream']);
  });

  it('the stack is the same object if nothing changes', () => {
    expect(raiseWindow(stack, 'history')).toBe(stack);
    expect(raiseWindow(stack, 'gone')).toBe(stack);
  });

  it('Escape closes the topmost window that is not minimised', () => {
    expect(findTopWindow(stack)?.id).toBe('history');
    expect(findTopWindow(setWindowMode(stack, 'history', 'minimised'))?.id).toBe('chart');
    expect(findTopWindow([])).toBeUndefined();
  });

  it('maximising moves a window to the top, minimising does not', () => {
    expect(ids(setWindowMode(stack, 'chart', 'maximised'))).toEqual(['stream', 'history', 'chart']);
    expect(ids(setWindowMode(stack, 'chart', 'minimised'))).toEqual(['stream', 'chart', 'history']);
  });

  it('restoring a minimised window returns to its previous state', () => {
    const minimised = setWindowMode(setWindowMode(stack, 'chart', 'maximised'), 'chart', 'minimised');
    const restored = restoreWindow(minimised, 'chart');
    expect(modeOf(restored, 'chart')).toBe('maximised');
    expect(modeOf(restoreWindow(restored, 'chart'), 'chart')).toBe('normal');
  });

  it('minimising twice keeps the previous state', () => {
    const once = setWindowMode(setWindowMode(stack, 'chart', 'maximised'), 'chart', 'minimised');
    expect(modeOf(restoreWindow(setWindowMode(once, 'chart', 'minimised'), 'chart'), 'chart')).toBe('maximised');
  });

  it('placing affects one window only', () => {
    const moved = placeWindow(stack, 'chart', { ...placement, x: 40 });
    expect(moved.map((entry) => entry.placement.x)).toEqual([0, 40, 0]);
  });
});
