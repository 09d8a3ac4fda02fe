// Console errors, uncaught errors and unhandled rejections fail the test that caused them.

const complaints: string[] = [];
let expected: RegExp[] = [];
const MOST_TURNS = 100;

/** The test causes this console error on purpose. The test fails when it does not come. */
export function expectLogged(pattern: RegExp): void {
  expected.push(pattern);
}

const describe = (value: unknown): string =>
  value instanceof Error ? `${value.name}: ${value.message}` : String(value);

/** React fills the places of its messages itself, so the parts stand beside each other. */
function noteError(...parts: readonly unknown[]): void {
  complaints.push(parts.map(describe).join(' '));
}

export function watchComplaints(): void {
  // oxlint-disable-next-line no-console -- tests read what the console logs
  console.error = noteError;
  window.addEventListener('error', ({ message }) => noteError(`uncaught: ${message}`));
  window.addEventListener('unhandledrejection', ({ reason }) => noteError('unhandled rejection:', reason));
}

/** What a call has caused may be logged a moment after the screen has told of it. */
export async function untilExpectedLogged(): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS && listMissing(complaints).length > 0; turns += 1)
    await new Promise((resolve) => setTimeout(resolve));
}

const listMissing = (logged: readonly string[]) =>
  expected.filter((pattern) => !logged.some((text) => pattern.test(text)));

/** What was logged without being expected, and what was expected without being logged. */
export function takeComplaints(): readonly string[] {
  const logged = complaints.splice(0);
  const missing = listMissing(logged);
  const surprises = logged.filter((text) => !expected.some((pattern) => pattern.test(text)));
  expected = [];
  return [...surprises, ...missing.map((pattern) => `expected on the console, but not logged: ${pattern.source}`)];
}
