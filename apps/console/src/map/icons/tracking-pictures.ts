import { toPictureAddress } from './device-icons.ts';
import pig from './pig.svg?raw';

/** Mirrored, so that its upper side stays above on a line that leads to the left. */
const flipped = pig.replace(/<svg([^>]*)>(.*)<\/svg>/s, '<svg$1><g transform="matrix(1 0 0 -1 0 32)">$2</g></svg>');

export type PigPicture = 'pig' | 'pig-flipped';

/** A pig inside its line, as an icon of 32 px that points to the right. */
const pigPictures: Readonly<Record<PigPicture, string>> = {
  pig: toPictureAddress(pig),
  'pig-flipped': toPictureAddress(flipped),
};

/** The state of a marker's passage, distinguished by shape first. */
export const BADGES = ['verified', 'unverified', 'missing', 'overdue', 'unwatched'] as const;
export type Badge = (typeof BADGES)[number];

export const nameBadge = (badge: Badge) => `run-badge-${badge}`;

const SIGNS: Readonly<Record<Badge, string>> = {
  verified: '<path d="M4.6 8.2l2.3 2.3 4.4-4.8"/>',
  unverified: '<circle cx="8" cy="8" r="2.6"/>',
  missing: '<path d="M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8"/>',
  overdue: '<path d="M8 4.6V8l2.2 1.6"/>',
  unwatched: '<path d="M5 8h6"/>',
};

/** On a device that watches an active run. */
export const WATCHER_BADGE = 'run-watcher';

/** On a marker whose alerts are silenced. */
export const SILENCED_SIGN = 'run-silenced';

/** At an overdue pig. */
export const UNSURE_SIGN = 'pig-unsure';

/** Around the selected marker. */
export const CHOSEN_RING = 'run-chosen';

export interface TrackingColors extends Readonly<Record<Badge, string>> {
  readonly casing: string;
  readonly accent: string;
  readonly future: string;
}

function drawBadge(badge: Badge, { casing, ...colors }: TrackingColors): string {
  const disc = `<circle cx="8" cy="8" r="6.6" fill="${casing}" stroke="${colors[badge]}" stroke-width="1.4"/>`;
  const sign = `<g fill="none" stroke="${colors[badge]}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">${SIGNS[badge]}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${disc}${sign}</svg>`;
}

function drawUnsure({ casing, overdue }: TrackingColors): string {
  const disc = `<circle cx="10" cy="10" r="8" fill="${overdue}" stroke="${casing}" stroke-width="1.6"/>`;
  const sign = `<path d="M7.6 8a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2.9-1.2 1.7" fill="none" stroke="#fff" stroke-width="1.7" stroke-linecap="round"/><circle cx="10" cy="14.3" r="1.05" fill="#fff"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 20 20">${disc}${sign}</svg>`;
}

function drawSilenced({ casing, future }: TrackingColors): string {
  const disc = `<circle cx="8" cy="8" r="6.6" fill="${casing}" stroke="${future}" stroke-width="1.4"/>`;
  const bell = `<path d="M5 9.8h6l-.8-1.4V7.2a2.2 2.2 0 0 0-4.4 0v1.2zM7.3 11.4h1.4M4.4 4.4l7.2 7.2" fill="none" stroke="${future}" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${disc}${bell}</svg>`;
}

function drawRing({ casing, accent }: TrackingColors): string {
  const circle = (color: string, width: number) =>
    `<circle cx="24" cy="24" r="20" fill="none" stroke="${color}" stroke-width="${width}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">${circle(casing, 5)}${circle(accent, 2.5)}</svg>`;
}

function drawWatcher({ casing, future }: TrackingColors): string {
  const disc = `<circle cx="8" cy="8" r="6.6" fill="${casing}" stroke="${future}" stroke-width="1.4"/>`;
  const line = `<path d="M3.4 8h9.2" stroke="${future}" stroke-width="1.5"/><circle cx="8" cy="8" r="2.4" fill="${future}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${disc}${line}</svg>`;
}

/** All icons of active runs in the map's atlas, except for the markers' own icons. */
export function listTrackingPictures(colors: TrackingColors): ReadonlyArray<readonly [name: string, address: string]> {
  const badges = BADGES.map((badge) => [nameBadge(badge), toPictureAddress(drawBadge(badge, colors))] as const);
  return [
    ...Object.entries(pigPictures),
    ...badges,
    [UNSURE_SIGN, toPictureAddress(drawUnsure(colors))],
    [WATCHER_BADGE, toPictureAddress(drawWatcher(colors))],
    [SILENCED_SIGN, toPictureAddress(drawSilenced(colors))],
    [CHOSEN_RING, toPictureAddress(drawRing(colors))],
  ];
}
