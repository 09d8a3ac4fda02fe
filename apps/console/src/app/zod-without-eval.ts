/** zod, which comes with the commands, tries whether it may compile code. The page's policy forbids it and reports the try. */
export function keepZodFromEval(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
