/**
 * Prevents zod, which the commands need, from testing whether it may compile code: the page's policy forbids that and
 * reports the attempt.
 */
export function keepZodFromEval(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
