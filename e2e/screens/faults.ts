import type { Page } from '@playwright/test';

// Finds visible design errors as far as a machine can: inside the page, on the topmost elements.

/** Minimum width and height of a control in px: WCAG 2.2 for a mouse, more for a finger. */
const HIT_PX = { mouse: 24, finger: 40 } as const;

/** Lists elements that are too wide for their container. */
export async function listFaultsOfWidth(page: Page): Promise<string[]> {
  return [
    ...(await page.evaluate(findOverflow)),
    ...(await page.evaluate(findOutside)),
    ...(await page.evaluate(findCutText)),
  ];
}

export async function listFaults(page: Page, pointer: keyof typeof HIT_PX): Promise<string[]> {
  const ofControls = [
    ...(await page.evaluate(findLongMenus)),
    ...(await page.evaluate(findSmallControls, HIT_PX[pointer])),
    ...(await page.evaluate(findCollisions)),
  ];
  return [...(await listFaultsOfWidth(page)), ...ofControls];
}

/** Lists controls that another element covers, so that they cannot be clicked. */
export const listCovered = (page: Page): Promise<string[]> => page.evaluate(findCovered);

/**
 * The page and its scrolling boxes are no wider than their container. Exceptions: tables that scroll sideways, and
 * paged views.
 */
function findOverflow(): string[] {
  const isReason = (box: Element) => {
    const { overflowX, scrollSnapType } = getComputedStyle(box);
    return (
      scrollSnapType !== 'none' || (overflowX !== 'hidden' && box.querySelector('table, canvas, [role=grid]') !== null)
    );
  };
  const isTooWide = (box: Element) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1;
  const boxes = [...document.querySelectorAll('body *')].filter((box) =>
    /auto|scroll/.test(getComputedStyle(box).overflowX + getComputedStyle(box).overflowY),
  );
  return [document.documentElement, ...boxes]
    .filter((box) => isTooWide(box) && !isReason(box))
    .map((box) => `wider than its room, ${box.scrollWidth} > ${box.clientWidth}: ${box.outerHTML.slice(0, 140)}`);
}

/** A menu that is longer than the screen scrolls. */
function findLongMenus(): string[] {
  return [...document.querySelectorAll('[role=menu]')]
    .map((menu) => menu.getBoundingClientRect())
    .filter(({ top, bottom }) => top < -1 || bottom > innerHeight + 1)
    .map(({ top, bottom }) => `a menu from ${Math.round(top)} to ${Math.round(bottom)} px leaves the screen`);
}

/** No control is outside the screen, except in a table or a paged view. */
function findOutside(): string[] {
  function isTurned(control: Element): boolean {
    for (let box: Element | null = control; box; box = box.parentElement)
      if (getComputedStyle(box).scrollSnapType !== 'none') return true;
    return false;
  }
  const isOutside = (control: Element) => {
    const { left, right, width } = control.getBoundingClientRect();
    return width > 1 && (left < -1 || right > innerWidth + 1);
  };
  return [...document.querySelectorAll('button, a[href], input, select, textarea')]
    .filter(
      (control) =>
        isOutside(control) &&
        control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
        !control.closest('table, [role=grid]') &&
        !isTurned(control),
    )
    .map((control) => `beside the screen: ${control.outerHTML.slice(0, 140)}`);
}

/** Every word is shown completely, or ends in an ellipsis, or can be scrolled to. */
function findCutText(): string[] {
  const isFor = (element: Element, words: RegExp) => words.test(getComputedStyle(element).overflowX);
  /** Ancestors, nearest first, up to a box that scrolls sideways. */
  function listCutting(element: Element): Element[] {
    const found: Element[] = [];
    for (let box: Element | null = element; box && !isFor(box, /auto|scroll/); box = box.parentElement) {
      if (getComputedStyle(box).position === 'fixed') break;
      if (isFor(box, /hidden|clip/)) found.push(box);
    }
    return found;
  }
  const isEllipsed = (element: Element) =>
    getComputedStyle(element).textOverflow === 'ellipsis' || getComputedStyle(element).webkitLineClamp !== 'none';
  /** Text for screen readers only, or in a transition. */
  const isUnseen = (box: DOMRect) => box.width <= 1 || box.height <= 1;
  const faults: string[] = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const element = node.parentElement;
    if (
      !element ||
      !node.textContent?.trim() ||
      !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) ||
      element.closest('svg, canvas')
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (isUnseen(element.getBoundingClientRect())) continue;
    const cutting = listCutting(element).filter((box) => {
      const { left, right } = box.getBoundingClientRect();
      return !isUnseen(box.getBoundingClientRect()) && (text.left < left - 1 || text.right > right + 1);
    });
    const [box] = cutting;
    if (box && !isUnseen(text) && !isEllipsed(element) && !isEllipsed(box))
      faults.push(`cut off: "${node.textContent.trim().slice(0, 60)}" in ${box.outerHTML.slice(0, 100)}`);
  }
  return faults;
}

/** A click that misses the centre of a control by a little still hits the control or its label, and nothing else. */
function findSmallControls(leastPx: number): string[] {
  const CONTROLS =
    'button, a[href], input, select, textarea, [role=button], [role=menuitem], [role=menuitemcheckbox], [role=tab], [role=option], [role=checkbox], [role=radio], [role=switch]';
  const areaOf = (control: Element): Element[] => {
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    return [control, ...labels, ...(control.closest('label') ? [control.closest('label') as Element] : [])];
  };
  function isHit(x: number, y: number, area: readonly Element[]): boolean {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && area.some((part) => part.contains(hit));
  }
  /** Another control is so near that a slightly misplaced click hits it. */
  function isCrowded(control: Element, { x, y, width, height }: DOMRect): boolean {
    const [left, top] = [x + width / 2, y + height / 2];
    return [...document.querySelectorAll(CONTROLS)].some((other) => {
      if (other === control || other.contains(control) || control.contains(other) || areaOf(control).includes(other))
        return false;
      const box = other.getBoundingClientRect();
      const [across, down] = [
        Math.max(box.left - left, left - box.right, 0),
        Math.max(box.top - top, top - box.bottom, 0),
      ];
      return (
        box.width > 1 &&
        Math.hypot(across, down) < leastPx / 2 &&
        isHit(box.x + box.width / 2, box.y + box.height / 2, [other])
      );
    });
  }
  function isSmall(control: Element): boolean {
    const area = areaOf(control);
    const boxes = area
      .map((part) => part.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.some(({ width, height }) => width >= leastPx - 0.5 && height >= leastPx - 0.5)) return false;
    return (
      boxes.length > 0 &&
      boxes.every((box) => {
        const [x, y, off] = [box.x + box.width / 2, box.y + box.height / 2, leastPx / 2 - 1];
        // Scrolled partly below a fixed foot, it can be scrolled back.
        const isWhole = isHit(x, box.top + 2, area) && isHit(x, box.bottom - 2, area);
        if (!isWhole || !isHit(x, y, area)) return false;
        const across = box.width >= leastPx - 0.5 || (isHit(x - off, y, area) && isHit(x + off, y, area));
        const down = box.height >= leastPx - 0.5 || (isHit(x, y - off, area) && isHit(x, y + off, area));
        return (!across || !down) && isCrowded(control, box);
      })
    );
  }
  return [...document.querySelectorAll(CONTROLS)]
    .filter(
      (control) =>
        control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
        !control.closest('p, [aria-hidden=true], .maplibregl-ctrl-attrib'),
    )
    .filter(isSmall)
    .map((control) => {
      const { width, height } = control.getBoundingClientRect();
      return `smaller than ${leastPx} px, ${Math.round(width)} × ${Math.round(height)}: ${control.outerHTML.slice(0, 140)}`;
    });
}

/** No two controls overlap, unless one is in a window over the other. */
function findCollisions(): string[] {
  const WINDOW = '[role=dialog], [role=menu], [role=listbox], [role=tooltip], [role=status], [role=alert], section';
  const isOnTop = (control: Element) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && control.contains(hit);
  };
  const controls = [
    ...document.querySelectorAll(
      'button, a[href], input:not([type=radio], [type=checkbox], [type=file]), select, textarea',
    ),
  ].filter(isOnTop);
  /** The visible part of a control that is scrolled half out of a list. */
  function findSeenPart(control: Element): Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'> {
    let { left, top, right, bottom } = control.getBoundingClientRect();
    for (let box = control.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === 'visible') continue;
      const room = box.getBoundingClientRect();
      [left, top, right, bottom] = [
        Math.max(left, room.left),
        Math.max(top, room.top),
        Math.min(right, room.right),
        Math.min(bottom, room.bottom),
      ];
    }
    return { left, top, right, bottom };
  }
  type Part = ReturnType<typeof findSeenPart>;
  const overlap = (one: Part, other: Part) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return across > 2 && down > 2;
  };
  const isApart = (one: Element, other: Element) =>
    one.closest(WINDOW) !== other.closest(WINDOW) || one.contains(other) || other.contains(one);
  /** A button inside a field does not cover the typed text. */
  const isInField = (one: Element, other: Element) =>
    one instanceof HTMLInputElement && one.parentElement?.parentElement?.contains(other) === true;
  const faults: string[] = [];
  for (const [at, one] of controls.entries()) {
    for (const other of controls.slice(at + 1)) {
      if (isApart(one, other) || isInField(one, other) || isInField(other, one)) continue;
      if (overlap(findSeenPart(one), findSeenPart(other)))
        faults.push(`over each other: ${one.outerHTML.slice(0, 90)} and ${other.outerHTML.slice(0, 90)}`);
    }
  }
  return faults;
}

/** Every visible control can be clicked at its centre; windows, menus and dialogs may cover the screen. */
function findCovered(): string[] {
  const OVER =
    '[role=dialog], [role=menu], [role=listbox], [role=tooltip], [class*=overlay], [class*=Overlay], .mantine-Popover-dropdown';
  /** The part that scrolling boxes show of a control, or null. */
  function findSeen(control: Element): DOMRect | null {
    let { left, top, right, bottom } = control.getBoundingClientRect();
    const [width, height] = [right - left, bottom - top];
    for (let box = control.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === 'visible') continue;
      const room = box.getBoundingClientRect();
      [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
      [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
    }
    const isMostlySeen = right - left > width / 2 && bottom - top > height / 2;
    return isMostlySeen ? new DOMRect(left, top, right - left, bottom - top) : null;
  }
  /** A sticky footer or header, under which the content scrolls. */
  function isSticky(hit: Element | null): boolean {
    for (let box = hit; box; box = box.parentElement) if (getComputedStyle(box).position === 'sticky') return true;
    return false;
  }
  return [...document.querySelectorAll('button, a[href], input:not([type=file]), select, textarea')].flatMap(
    (control) => {
      if (!control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return [];
      const seen = findSeen(control);
      if (!seen || seen.width <= 1) return [];
      const hit = document.elementFromPoint(seen.x + seen.width / 2, seen.y + seen.height / 2);
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      const isHit = hit && [control, control.parentElement, ...labels].some((part) => part?.contains(hit));
      const window = hit?.closest(OVER);
      if (isHit || isSticky(hit) || (window && !window.contains(control))) return [];
      return [`under something: ${control.outerHTML.slice(0, 110)} under ${hit?.outerHTML.slice(0, 110)}`];
    },
  );
}
