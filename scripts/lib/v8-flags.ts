/**
 * V8 once ended a process with several threads while it compiled a call out of WebAssembly for the second time (similar:
 * nodejs/node issue 64500). V8 compiles a call again after this number of uses. `fetch` uses WebAssembly.
 */
export const COMPILE_WASM_CALLS_ONCE = '--wasm-wrapper-tiering-budget=2000000000';

/**
 * Node 24 sometimes ends a process that runs very many files (nodejs/node issues 62393 and 64500). Users report that it
 * does not without V8's baseline compiler.
 */
export const NO_BASELINE_COMPILER = '--no-sparkplug';
