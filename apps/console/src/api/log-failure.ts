/** Logs the raw error of a failed call or part in the browser's console. */
export function logFailure(error: unknown): void {
  // oxlint-disable-next-line no-console -- the documents ask for the raw error there
  console.error(error);
}
