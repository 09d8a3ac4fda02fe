/** The icons of the login screen, which loads no others. */
export const signPaths = {
  check: 'M3.5 8.5l3 3 6-7',
  chevronRight: 'M6 4l4 4-4 4',
  error: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM4.2 4.2l7.6 7.6',
  info: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 7.4V11M8 5h.01',
  warning: 'M8 2.5l6 11H2ZM8 6.5v3M8 11.4h.01',
} as const;

export type SignName = keyof typeof signPaths;
