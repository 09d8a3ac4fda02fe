import fs from 'node:fs';
import path from 'node:path';

/** The server's test files, sorted by what they reach, so that vitest runs each kind as cheaply as possible. */
export interface ServerTestFiles {
  /** Files that share a process: they reach no database, child process or process-wide state. */
  readonly pure: readonly string[];
  /** Files that open a database of the PostgreSQL that a global setup provides. */
  readonly database: readonly string[];
}

const SOURCE = 'apps/server/src';
const TEST_DATABASE = `${SOURCE}/testing/test-database.ts`;
const EMBEDDED_POSTGRES = '@waymark/embedded-postgres';
const PROCESS_MODULES = ['node:child_process', 'node:cluster'];
/** Mocks, environment, folder, signals; and file descriptors, whose numbers another thread may reuse at once. */
const PROCESS_STATE =
  /\bfs\.closeSync\(|\bvi\.(?:mock|doMock|stubEnv|stubGlobal)\(|\bprocess\.(?:env\b|chdir\(|umask\(|on\(|once\(|exit\(|setuid\(|setgid\()/;

/** Static, re-exported and dynamic imports; type-only imports do not exist at run time. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

export function listServerTestFiles(root: string): ServerTestFiles {
  // An import inside a string may name no file; the arrows check finds real ones.
  const readSource = memoise((file: string) => {
    const absolute = path.join(root, file);
    return fs.existsSync(absolute) ? fs.readFileSync(absolute, 'utf8') : '';
  });
  const readImports = memoise((file: string) =>
    [...readSource(file).matchAll(IMPORT)].map((match) => resolveImport(file, match[1] ?? match[2] ?? '')),
  );
  const files = fs
    .readdirSync(path.join(root, SOURCE), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(SOURCE, file.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts'))
    .toSorted();
  const reached = new Map(files.map((file) => [file, walk(file, readImports)]));
  const isPure = (file: string) =>
    [...(reached.get(file) ?? [])].every(
      (each) =>
        each !== TEST_DATABASE &&
        !each.startsWith(EMBEDDED_POSTGRES) &&
        !PROCESS_MODULES.includes(each) &&
        !(isSource(each) && PROCESS_STATE.test(readSource(each))),
    );
  return { pure: files.filter(isPure), database: files.filter((file) => reached.get(file)?.has(TEST_DATABASE)) };
}

/** Resolves a relative import to a path from the root, and a package to its name. */
function resolveImport(file: string, specifier: string): string {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
}

function isSource(file: string): boolean {
  return file.startsWith(`${SOURCE}/`) && file.endsWith('.ts');
}

/** Lists all files that a file imports, directly or indirectly, including itself. */
function walk(start: string, readImports: (file: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set([start]);
  for (const file of seen) if (isSource(file)) for (const each of readImports(file)) seen.add(each);
  return seen;
}

function memoise<T>(read: (file: string) => T): (file: string) => T {
  const known = new Map<string, T>();
  return (file) => {
    const value = known.has(file) ? (known.get(file) as T) : read(file);
    known.set(file, value);
    return value;
  };
}
