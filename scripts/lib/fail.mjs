// @ts-check

/** An error that the user can fix: they need its one-line message, not its stack. */
export class Failure extends Error {}

/**
 * @param {string} line
 * @returns {never}
 */
export function fail(line) {
  throw new Failure(line);
}

/**
 * Returns the result of `work`, or undefined when it throws.
 * @template Result
 * @param {() => Result} work
 */
export function attempt(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Runs a command: an error becomes one line and exit code 1.
 * @param {() => Promise<void>} command
 * @param {string} [lastLine] printed after a failure
 */
export async function runCommand(command, lastLine) {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    if (lastLine !== undefined) console.log(lastLine);
    process.exit(1);
  }
}
