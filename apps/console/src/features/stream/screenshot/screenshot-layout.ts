import type { Badge } from '../badges.view.ts';
import { formatUtcSecond } from '@waymark/domain/time/utc';

// The layout of the dialog's picture, in px before scaling; the plots are at the bottom.

export type TextLook = 'title' | 'quiet' | 'strong' | 'body' | 'time';

export interface PlacedText {
  readonly text: string;
  readonly look: TextLook;
  readonly x: number;
  /** The vertical middle. */
  readonly y: number;
}

export interface PlacedBox {
  readonly look: 'badge' | 'detected' | 'banner';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ScreenshotLayout {
  readonly width: number;
  readonly height: number;
  readonly plotsTop: number;
  readonly boxes: readonly PlacedBox[];
  readonly texts: readonly PlacedText[];
}

export interface ScreenshotContent {
  readonly plots: { readonly width: number; readonly height: number };
  readonly title: string;
  readonly subtitle: string;
  readonly time: string;
  readonly badges: readonly Badge[];
  /** Without a frame around them: lost frames, a replay. */
  readonly notes: readonly string[];
  readonly banner: { readonly title: string; readonly text: string } | null;
}

/** Measures the width of a text in px. */
export type Measure = (text: string, look: TextLook) => number;

const EDGE = 12;
const GAP = 6;
const HEAD = 38;
const BADGE = 24;
const BADGE_PADDING = 9;
const BANNER = 30;

interface Part {
  readonly look: TextLook;
  readonly text: string;
}

interface Chip {
  readonly box: PlacedBox['look'] | null;
  readonly parts: readonly Part[];
}

const toChip = ({ name, value, mark }: Badge): Chip => ({
  box: mark === 'detected' ? 'detected' : 'badge',
  parts: [...(name === '' ? [] : [{ text: name, look: 'quiet' as const }]), { text: value, look: 'strong' }],
});

const toNote = (text: string): Chip => ({ box: null, parts: [{ text, look: 'quiet' }] });

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function placeParts(parts: readonly Part[], x: number, y: number, measure: Measure): PlacedText[] {
  const texts: PlacedText[] = [];
  let left = x;
  for (const part of parts) {
    texts.push({ ...part, x: left, y });
    left += measure(part.text, part.look) + GAP;
  }
  return texts;
}

interface Row {
  readonly boxes: readonly PlacedBox[];
  readonly texts: readonly PlacedText[];
  readonly bottom: number;
}

/** Lays out boxes side by side, in as many lines as they need. */
function placeChips(chips: readonly Chip[], top: number, width: number, measure: Measure): Row {
  const boxes: PlacedBox[] = [];
  const texts: PlacedText[] = [];
  let x = EDGE;
  let y = top;
  for (const { box, parts } of chips) {
    const wide = sum(parts.map(({ text, look }) => measure(text, look))) + GAP * (parts.length - 1) + 2 * BADGE_PADDING;
    if (x > EDGE && x + wide > width - EDGE) {
      x = EDGE;
      y += BADGE + GAP;
    }
    if (box !== null) boxes.push({ look: box, x, y, width: wide, height: BADGE });
    texts.push(...placeParts(parts, x + BADGE_PADDING, y + BADGE / 2, measure));
    x += wide + GAP;
  }
  return { boxes, texts, bottom: y + BADGE + GAP };
}

function placeHead({ title, subtitle, time, plots }: ScreenshotContent, measure: Measure): readonly PlacedText[] {
  const y = HEAD / 2;
  const names: readonly Part[] = [
    { text: title, look: 'title' },
    { text: subtitle, look: 'body' },
  ];
  const right = plots.width - EDGE - measure(time, 'time');
  return [...placeParts(names, EDGE, y, measure), { text: time, look: 'time', x: right, y }];
}

function placeBanner(banner: ScreenshotContent['banner'], top: number, width: number, measure: Measure): Row {
  if (banner === null) return { boxes: [], texts: [], bottom: top };
  const parts: readonly Part[] = [
    { text: banner.title, look: 'strong' },
    { text: banner.text, look: 'body' },
  ];
  return {
    boxes: [{ look: 'banner', x: 0, y: top, width, height: BANNER }],
    texts: placeParts(parts, EDGE, top + BANNER / 2, measure),
    bottom: top + BANNER,
  };
}

export function layoutScreenshot(content: ScreenshotContent, measure: Measure): ScreenshotLayout {
  const { plots, badges, notes, banner } = content;
  const chips = placeChips([...badges.map(toChip), ...notes.map(toNote)], HEAD, plots.width, measure);
  const held = placeBanner(banner, chips.bottom, plots.width, measure);
  return {
    width: plots.width,
    height: held.bottom + plots.height,
    plotsTop: held.bottom,
    boxes: [...chips.boxes, ...held.boxes],
    texts: [...placeHead(content, measure), ...chips.texts, ...held.texts],
  };
}

/** "100234_2026-03-17_23-25-34.png" */
export function nameScreenshot(uid: number, now: number): string {
  return `${uid}_${formatUtcSecond(now).replace(' ', '_').replaceAll(':', '-')}.png`;
}
