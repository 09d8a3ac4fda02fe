import { create } from 'zustand';
import {
  keepClear,
  keepInside,
  placeBeside,
  placeFirst,
  stepAside,
  type Placement,
  type Size,
} from './window-placement.ts';
import {
  placeWindow,
  raiseWindow,
  restoreWindow,
  setWindowMode,
  type OpenWindow,
  type WindowMode,
  type WindowStack,
} from './window-stack.ts';
import { useMediaQuery } from '@mantine/hooks';

/** The last place of each kind of window, stored in the browser. */
interface RememberedWindow extends Placement {
  readonly isMaximised: boolean;
}

const storageKey = (kind: string) => `waymark.window.${kind}`;

export function parseRememberedWindow(stored: string | null): RememberedWindow | undefined {
  if (stored === null) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const read = (name: string): unknown => Reflect.get(value, name);
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(read(name) ?? Number.NaN));
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  if (![x, y, width, height].every(Number.isFinite)) return undefined;
  return { x, y, width, height, isMaximised: read('isMaximised') === true };
}

function recallWindow(kind: string): RememberedWindow | undefined {
  try {
    return parseRememberedWindow(localStorage.getItem(storageKey(kind)));
  } catch {
    return undefined;
  }
}

function rememberWindow(kind: string, remembered: RememberedWindow): void {
  try {
    localStorage.setItem(storageKey(kind), JSON.stringify(remembered));
  } catch {
    // A browser that stores nothing: windows open at their default place.
  }
}

interface WindowStore {
  /** The element that contains the windows, once it is rendered. */
  readonly layer: HTMLElement | undefined;
  readonly layerSize: Size;
  readonly stack: WindowStack;
}

/** Layers narrower than this are phones, on which a window fills the screen. */
export const phoneWidth = 640;

export const useWindowStore = create<WindowStore>()(() => ({
  layer: undefined,
  layerSize: { width: 0, height: 0 },
  stack: [],
}));

const changeStack = (change: (stack: WindowStack) => WindowStack) =>
  useWindowStore.setState(({ stack }) => ({ stack: change(stack) }));

export function setWindowLayer(layer: HTMLElement | undefined, layerSize: Size): void {
  useWindowStore.setState({ layer, layerSize });
}

/** Marks an area that new windows must not cover. */
export const staysClear = { 'data-stays-clear': true };

/** Cards, drawers and sheets over the map: a flight shows its target beside them. */
export const coversMap = { 'data-covers-map': true };

function listClear(layer: HTMLElement | undefined): Placement[] {
  if (!layer) return [];
  const origin = layer.getBoundingClientRect();
  return [...document.querySelectorAll('[data-stays-clear]')]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width }) => width > 0)
    .map(({ x, y, width, height }) => ({ x: x - origin.x, y: y - origin.y, width, height }));
}

/**
 * Opens at the stored place of its kind, else beside its parent window, else at the default place, clear of the run
 * cards; avoids existing windows.
 */
export function openWindow(id: string, kind: string, initialSize: Size, besideId?: string): void {
  const { stack, layer, layerSize } = useWindowStore.getState();
  if (stack.some((entry) => entry.id === id)) return;
  const remembered = recallWindow(kind);
  const neighbour = stack.find((entry) => entry.id === besideId)?.placement;
  const beside = neighbour && placeBeside(initialSize, keepInside(neighbour, layerSize), layerSize);
  // A user who has moved a window over the cards wants it there.
  const clear = remembered || layerSize.width < phoneWidth ? [] : listClear(layer);
  const wanted = remembered ?? keepClear(beside ?? placeFirst(initialSize, layerSize), clear, layerSize);
  const others = stack.map((entry) => entry.placement);
  const { x, y, width, height } = keepClear(stepAside(wanted, others, layerSize), clear, layerSize);
  const mode: WindowMode = remembered?.isMaximised ? 'maximised' : 'normal';
  const opened: OpenWindow = { id, mode, modeBefore: mode, placement: { x, y, width, height } };
  changeStack((open) => [...open, opened]);
}

export function closeWindow(id: string): void {
  changeStack((stack) => stack.filter((entry) => entry.id !== id));
}

export function bringWindowToTop(id: string): void {
  changeStack((stack) => raiseWindow(stack, id));
}

export function changeWindowMode(id: string, mode: WindowMode | 'restored'): void {
  changeStack((stack) => (mode === 'restored' ? restoreWindow(stack, id) : setWindowMode(stack, id, mode)));
}

/** Brings an open window to the front, also if it is minimised. */
export function showWindow(id: string): void {
  const found = useWindowStore.getState().stack.find((entry) => entry.id === id);
  if (found?.mode === 'minimised') changeWindowMode(id, 'restored');
  else bringWindowToTop(id);
}

export function moveWindowTo(id: string, placement: Placement): void {
  changeStack((stack) => placeWindow(stack, id, placement));
}

export function rememberWindowOf(id: string, kind: string): void {
  const found = useWindowStore.getState().stack.find((entry) => entry.id === id);
  if (found) rememberWindow(kind, { ...found.placement, isMaximised: found.mode === 'maximised' });
}

/** The state that one window needs to render itself; undefined before it is open. */
export function useOpenWindow(id: string) {
  const layer = useWindowStore((store) => store.layer);
  const layerSize = useWindowStore((store) => store.layerSize);
  const entry = useWindowStore((store) => store.stack.find((open) => open.id === id));
  const order = useWindowStore((store) => store.stack.findIndex((open) => open.id === id));
  const dockIndex = useWindowStore((store) =>
    store.stack.filter((open) => open.mode === 'minimised').findIndex((open) => open.id === id),
  );
  const isPhone = layerSize.width < phoneWidth;
  return { layer, layerSize, entry, order, dockIndex, isPhone, shown: entry && keepInside(entry.placement, layerSize) };
}

export function useIsPhone(): boolean {
  return useMediaQuery(`(max-width: ${phoneWidth - 1}px)`, false, { getInitialValueInEffect: false });
}
