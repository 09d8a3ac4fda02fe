// Limits the runs of every property in `npm test`. `vitest.long.config.ts` does not load this limit, so `numRuns`
// applies there.
import fc from 'fast-check';

const MOST_RUNS = 200;

/** Stops a property after this many runs. After a failure, shrinking continues without a limit. */
function limitRuns(most: number): fc.Plugin<unknown> {
  return () => {
    let runs = 0;
    let hasFailed = false;
    return {
      decorateRun: (nestedRun) => (value) => {
        runs += 1;
        if (runs > most && !hasFailed) return new fc.PreconditionFailure(true);
        const outcome = nestedRun(value);
        const note = (result: unknown) => {
          if (result !== null && !fc.PreconditionFailure.isFailure(result)) hasFailed = true;
        };
        if (outcome instanceof Promise) void outcome.then(note);
        else note(outcome);
        return outcome;
      },
    };
  };
}

// A shared process runs this file once per test file, but the plugin must be installed only once.
const INSTALLED = Symbol.for('waymark.limitRuns');
if (!Reflect.has(globalThis, INSTALLED)) {
  Reflect.set(globalThis, INSTALLED, true);
  fc.installGlobalPlugin(limitRuns(MOST_RUNS));
}
