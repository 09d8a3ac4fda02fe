import { LineDrawing, type DrawingProps, signPaths } from './Sign.tsx';

/** Strokes in a 16 x 16 box. Separate from the component so that lists of icons can be tested without a browser. */
export const iconPaths = {
  ...signPaths,
  bellOff:
    'M5.2 3.8a3.6 3.6 0 0 1 6.4 2.3c0 1.5.3 2.5.7 3.2M10.3 10.3H3s1.4-1.2 1.4-4.2M6.8 12.7a1.3 1.3 0 0 0 2.4 0M2.6 2.6l10.8 10.8',
  bell: 'M8 2.5a3.6 3.6 0 0 1 3.6 3.6c0 3 1.4 4.2 1.4 4.2H3s1.4-1.2 1.4-4.2A3.6 3.6 0 0 1 8 2.5ZM6.8 12.7a1.3 1.3 0 0 0 2.4 0',
  camera: 'M2.5 5h2.4l1-1.6h4.2l1 1.6h2.4v8h-11ZM8 7a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  chevronDown: 'M4 6l4 4 4-4',
  chevronLeft: 'M10 4L6 8l4 4',
  chevronUp: 'M4 10l4-4 4 4',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5v3l2 1.4',
  close: 'M4 4l8 8M12 4l-8 8',
  globe:
    'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM2.5 8h11M8 2.5c1.8 1.6 2.6 3.4 2.6 5.5S9.8 11.9 8 13.5M8 2.5C6.2 4.1 5.4 5.9 5.4 8s.8 3.9 2.6 5.5',
  columns: 'M2.5 3h11v10h-11ZM6.2 3v10M9.8 3v10',
  commands: 'M2.5 3h11v10h-11ZM5 6l2 2-2 2M8.5 10.3H11',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3',
  download: 'M8 2.5v7.5M4.8 7L8 10.2 11.2 7M3 13.5h10',
  edit: 'M3 13l.8-3L10.6 3.2a1.3 1.3 0 0 1 1.8 0l.4.4a1.3 1.3 0 0 1 0 1.8L6 12.2Z',
  external: 'M9.5 2.5h4v4M13.5 2.5L7.5 8.5M11.5 9v4.5h-9v-9H7',
  file: 'M4 2h5l3.5 3.5V14H4ZM9 2v3.5h3.5',
  gear: 'M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6L5 5M11 11l1.4 1.4M12.4 3.6L11 5M5 11l-1.4 1.4',
  help: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM6.4 6.4a1.7 1.7 0 1 1 2.3 1.7c-.5.2-.7.5-.7 1M8 11.3h.01',
  hide: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6ZM3 13L13 3',
  home: 'M2.5 7.5L8 3l5.5 4.5M4 6.5V13h8V6.5',
  key: 'M5.2 5.6a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4ZM7.9 8.3h5.9M11.4 8.3v2.3M13.8 8.3v2.9',
  lasso: 'M8 3C4.7 3 2 4.6 2 6.7s2.7 3.7 6 3.7 6-1.6 6-3.7S11.3 3 8 3ZM5 10c-.8 1.2-.4 2.4.8 3',
  layers: 'M8 2.5l6 3-6 3-6-3ZM2 8.5l6 3 6-3M2 11l6 3 6-3',
  listen: 'M5 9.5V6.8a3.2 3.2 0 1 1 6.3.8c-.4 1.3-1.8 1.8-1.8 3.3 0 1.2-.8 1.9-1.8 1.9',
  logout: 'M6.5 2.5h-4v11h4M10.5 5l3 3-3 3M13.5 8H6',
  mail: 'M2 3.5h12v9H2ZM2 4.5l6 4.6 6-4.6',
  maximise: 'M3.5 3.5h9v9h-9Z',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  minimise: 'M3.5 8h9',
  minus: 'M3 8h10',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5Z',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  notice: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5.2v3.4M8 11h.01',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  place:
    'M8 14.2s4.6-4.3 4.6-7.8a4.6 4.6 0 1 0-9.2 0c0 3.5 4.6 7.8 4.6 7.8ZM8 4.9a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2Z',
  play: 'M5 3.5v9l7-4.5Z',
  plus: 'M8 3v10M3 8h10',
  pulse: 'M1.5 8h2.4l1.4-4 2 8 2-9.5 1.8 7.5 1-2h2.4',
  restore: 'M3 5.5h7.5V13H3ZM5.5 5.5V3H13v7.5h-2.5',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7L13 5.8M13 2.6v3.2H9.8',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.4 10.4L14 14',
  send: 'M14 2L7 9M14 2l-4.5 12L7 9 2 6.5Z',
  show: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z',
  sort: 'M5 13V3.2M2.8 5.4L5 3.2l2.2 2.2M11 3v9.8M8.8 10.6l2.2 2.2 2.2-2.2',
  sortDown: 'M8 3v9.8M5 9.8l3 3 3-3',
  sortUp: 'M8 13V3.2M5 6.2l3-3 3 3',
  speaker: 'M3 6.3h2.2L8.5 3.5v9L5.2 9.7H3ZM11 6a3 3 0 0 1 0 4M12.6 4.4a5.4 5.4 0 0 1 0 7.2',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  system: 'M2 3h12v8H2ZM5.5 13.5h5M8 11v2.5',
  timeline: 'M2.5 2.5v11h11M4.5 4l3 3.5 2.5 1L13 12',
  trash: 'M3 4.5h10M6.2 4.5V3h3.6v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  upload: 'M8 10.5V3M4.8 6L8 2.8 11.2 6M3 13.5h10',
  user: 'M8 2.8a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2ZM3 13.5c.6-2.4 2.6-3.5 5-3.5s4.4 1.1 5 3.5',
  users:
    'M6 3.2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6ZM1.8 13c.5-2.2 2.2-3.2 4.2-3.2s3.7 1 4.2 3.2M10.3 3.6a2.1 2.1 0 0 1 0 3.9M11.8 9.9c1.3.4 2.1 1.4 2.5 3.1',
} as const satisfies Record<string, string>;

export type IconName = keyof typeof iconPaths;

export function Icon({ name, ...drawing }: DrawingProps & { readonly name: IconName }) {
  return <LineDrawing path={iconPaths[name]} {...drawing} />;
}
