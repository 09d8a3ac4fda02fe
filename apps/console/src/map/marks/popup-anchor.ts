import type { Size } from '#/ui/window/window-placement.ts';
import type { Box } from '../camera/free-room.ts';

// Chooses the side of its place for a popup.

/** The side or corner of the popup that is at the place, in the terms of the map engine. */
export type PopupAnchor =
  | 'bottom'
  | 'top'
  | 'left'
  | 'right'
  | 'bottom-left'
  | 'bottom-right'
  | 'top-left'
  | 'top-right';

/** Above the place first, then below, then beside it. */
const SIDES: Readonly<Record<PopupAnchor, readonly [across: number, down: number]>> = {
  bottom: [0, -1],
  top: [0, 1],
  left: [1, 0],
  right: [-1, 0],
  'bottom-left': [1, -1],
  'bottom-right': [-1, -1],
  'top-left': [1, 1],
  'top-right': [-1, 1],
};
const ANCHORS = Object.keys(SIDES) as PopupAnchor[];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The box of a popup with this size and anchor; at a corner the gap is along the diagonal. */
function placePopup({ x, y }: Point, { width, height }: Size, anchor: PopupAnchor, gap: number): Box {
  const [across, down] = SIDES[anchor];
  const away = across !== 0 && down !== 0 ? gap * Math.SQRT1_2 : gap;
  const left = x + across * away + ((across - 1) * width) / 2;
  const top = y + down * away + ((down - 1) * height) / 2;
  return { left, top, right: left + width, bottom: top + height };
}

/** The first side at which the whole popup is visible; undefined: there is none, and the engine chooses. */
export function chooseAnchor(point: Point, size: Size, room: Box, gap: number): PopupAnchor | undefined {
  return ANCHORS.find((anchor) => {
    const { left, top, right, bottom } = placePopup(point, size, anchor, gap);
    return left >= room.left && top >= room.top && right <= room.right && bottom <= room.bottom;
  });
}
