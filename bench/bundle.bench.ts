// What a browser downloads, gzipped: before the login screen, before the map is seen, and the map engine itself.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { report } from './report.ts';

const DIST = path.resolve(import.meta.dirname, '../apps/console/dist');
const PAGE = 'index.html';
const LOGIN = 'src/features/session/LoginPage.tsx';
const SHELL = ['src/features/session/AuthenticatedPage.tsx', 'src/app/shell/AppFrame.tsx', 'src/app/shell/HomeScreen.tsx'];
const MAP = 'src/app/shell/HomeMap.tsx';
const ENGINE = /maplibre-gl/;

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>;

/** The files of a part and of everything it imports at once; what it loads later does not count. */
function filesOf(parts: readonly string[], seen = new Set<string>(), files = new Set<string>()): Set<string> {
  for (const name of parts) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build has no part ${name}`);
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    filesOf(chunk.imports ?? [], seen, files);
  }
  return files;
}

function gzipKb(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length;
  return bytes / 1024;
}

const login = filesOf([PAGE, LOGIN]);
const map = filesOf([PAGE, LOGIN, ...SHELL, MAP]);
const engine = [...new Set([...map, ...Object.values(manifest).map(({ file }) => file)])].filter((file) => ENGINE.test(file));
const loginKb = gzipKb([PAGE, ...login]);
const mapKb = gzipKb([PAGE, ...[...map].filter((file) => !ENGINE.test(file))]);

report('bundle', { login_kb: loginKb, map_kb: mapKb, engine_kb: gzipKb(engine) }, [
  { name: 'login_kb', value: loginKb, op: '<=', aim: 120 },
  { name: 'map_kb', value: mapKb, op: '<=', aim: 260 },
]);
