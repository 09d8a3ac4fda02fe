// Browsers also name the browsers they descend from: the first match counts.
const BROWSERS: ReadonlyArray<readonly [name: string, token: RegExp]> = [
  ['Edge', /\bEdgA?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

const SYSTEMS: ReadonlyArray<readonly [name: string, token: RegExp]> = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const UNKNOWN = 'Unknown program';
const MAX_PROGRAM = 40;

/** The name of a program that is not a browser: "curl 8", "my-tool". */
function describeProgram(userAgent: string): string {
  const [, name, version] = /^([\w .-]*\w)(?:\/(\d+))?/.exec(userAgent) ?? [];
  if (name === undefined) return UNKNOWN;
  return `${name.slice(0, MAX_PROGRAM)}${version === undefined ? '' : ` ${version}`}`;
}

/** Readable browser and system: "Firefox 145 on Windows". Clients choose this text, so it proves nothing. */
export function describeUserAgent(userAgent: string): string {
  const browser = BROWSERS.map(([name, token]) => ({ name, version: token.exec(userAgent)?.[1] })).find(
    ({ version }) => version !== undefined,
  );
  if (!browser) return describeProgram(userAgent);
  const system = SYSTEMS.find(([, token]) => token.test(userAgent))?.[0];
  return `${browser.name} ${browser.version}${system === undefined ? '' : ` on ${system}`}`;
}
