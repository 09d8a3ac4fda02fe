/** `--short` runs the bench once and briefly to check that it works; its figures mean nothing. */
export const isShort = process.argv.includes('--short');
