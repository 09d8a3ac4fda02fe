// Journeys that Firefox's driver cannot run, each with the reason. The list contains no differences of the product.

interface LeftOut {
  /** Matches the journey's title. */
  readonly title: RegExp;
  readonly because: string;
}

const LEFT_OUT: readonly LeftOut[] = [
  {
    title: /\[A-020\]/,
    because: 'the driver tells the headers of a request before the browser has added those of its cache',
  },
  { title: /\[A-042, A-043, W-221\]/, because: 'the driver does not tell what a request carries' },
  { title: /\[A-004, A-047\]/, because: 'the driver does not tell what a request carries' },
  { title: /\[A-032, A-033, A-037, A-038\]/, because: 'the driver does not tell what a request carries' },
  { title: /\[V-002\]/, because: 'the driver does not tell what a WebSocket carries' },
  {
    title: /\[E-001\] a failed call is logged raw/,
    because: 'the driver tells no more of a logged error than its class',
  },
  { title: /\[W-526, W-530, W-531, W-532\]/, because: 'only Chromium has a virtual authenticator' },
  { title: /\[W-363\]/, because: 'the driver delivers no pushes' },
  { title: /the theme follows the system/, because: 'the driver cannot change what the system prefers' },
];

/** Read by the Playwright configuration. */
export const LEFT_OUT_TITLES: RegExp[] = LEFT_OUT.map(({ title }) => title);
