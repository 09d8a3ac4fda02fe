/** `--short`: once and briefly, to see that the bench works; its figures mean nothing. */
export const isShort = process.argv.includes('--short');
