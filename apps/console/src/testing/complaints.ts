// Console errors, uncaught errors and unhandled rejections fail the test that caused them.

const complaints: string[] = [];
let expected: RegExp[] = [];
const MOST_TURNS = 100;

/** Expects this console error. The test fails if it does not occur. */
export function expectLogged(pattern: RegExp): void {
  expected.push(pattern);
}

const describe = (value: unknown): string =>
  value instanceof Error ? `${value.name}: ${value.message}` : String(value);

/** React formats its messages itself, so the arguments are joined. */
function noteError(...parts: readonly unknown[]): void {
  complaints.push(parts.map(describe).join(' '));
}

export function watchComplaints(): void {
  // oxlint-disable-next-line no-console -- tests read what the console logs
  console.error = noteError;
  window.addEventListener('error', ({ message }) => noteError(`uncaught: ${message}`));
  window.addEventListener('unhandledrejection', ({ reason }) => noteError('unhandled rejection:', reason));
}

/** The effect of a call may be logged a moment after it is visible on the screen. */
export async function untilExpectedLogged(): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS && listMissing(complaints).length > 0; turns += 1)
    await new Promise((resolve) => setTimeout(resolve));
}

const listMissing = (logged: readonly string[]) =>
  expected.filter((pattern) => !logged.some((text) => pattern.test(text)));

/** Errors that were logged but not expected, or expected but not logged. */
export function takeComplaints(): readonly string[] {
  const logged = complaints.splice(0);
  const missing = listMissing(logged);
  const surprises = logged.filter((text) => !expected.some((pattern) => pattern.test(text)));
  expected = [];
  return [...surprises, ...missing.map((pattern) => `expected on the console, but not logged: ${pattern.source}`)];
}
