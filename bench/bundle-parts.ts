// Gzipped size of each part of the built console that a browser downloads, and its budget.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Language } from '@waymark/domain/language/language';

const DIST = path.resolve(import.meta.dirname, '../apps/console/dist');
const PAGE = 'index.html';
const START = 'src/start.tsx';
const LOGIN = 'src/features/session/entry/LoginPage.tsx';
const SHELL = [
  'src/features/session/entry/AuthenticatedPage.tsx',
  'src/app/shell/AppFrame.tsx',
  'src/app/shell/HomeScreen.tsx',
];
const BOARD = { page: 'board.html', start: 'src/start-board.tsx', share: 'src/features/shares/SharePage.tsx' } as const;
const MAP = 'src/app/shell/HomeMap.tsx';
const ENGINE = /maplibre-gl/;

/**
 * Downloads before the login screen, in English and with the messages of another language; before the map, and of a
 * shared run before its map, in any language. The map engine is not counted.
 */
export const BUDGET_KB = { login: 118, translatedLogin: 120, map: 240, share: 150 } as const;

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

const readManifest = () => JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest;

/** Files of a part and its static imports. Lazy imports are not counted. */
function filesOf(
  manifest: Manifest,
  parts: readonly string[],
  seen = new Set<string>(),
  files = new Set<string>(),
): Set<string> {
  for (const name of parts) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build has no part ${name}`);
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    filesOf(manifest, chunk.imports ?? [], seen, files);
  }
  return files;
}

/** The messages of a language that are loaded up to here; English has none. */
function messagesOf(manifest: Manifest, language: Language, parts: readonly string[]): string[] {
  if (language === 'en') return [];
  return parts.map((part) => {
    const found = Object.keys(manifest).find((name) => name.endsWith(`/languages/src/${language}/${part}`));
    if (found === undefined) throw new Error(`the build has no messages ${language}/${part}`);
    return found;
  });
}

const BEFORE_LOGIN = ['sign-in.json?early'];
const BEFORE_MAP = [...BEFORE_LOGIN, 'sign-in.json?late', 'console.json?early'];

function gzipKb(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length;
  return bytes / 1024;
}

function listLoginFiles(language: Language): string[] {
  const manifest = readManifest();
  return [PAGE, ...filesOf(manifest, [PAGE, START, LOGIN, ...messagesOf(manifest, language, BEFORE_LOGIN)])];
}

function listMapFiles(language: Language): string[] {
  const manifest = readManifest();
  const parts = [PAGE, START, LOGIN, ...SHELL, MAP, ...messagesOf(manifest, language, BEFORE_MAP)];
  return [PAGE, ...filesOf(manifest, parts)].filter((file) => !ENGINE.test(file));
}

/** The files of a shared run before its map. */
export const listShareFiles = (): readonly string[] => [
  BOARD.page,
  ...filesOf(readManifest(), [BOARD.page, BOARD.start, BOARD.share]),
];

export const measureShareKb = (): number => gzipKb(listShareFiles());

export const measureLoginKb = (language: Language): number => gzipKb(listLoginFiles(language));
export const measureMapKb = (language: Language): number => gzipKb(listMapFiles(language));

const isScript = (file: string) => file.endsWith('.js');
const read = (file: string) => readFileSync(path.join(DIST, file), 'utf8');

/** The scripts before the login screen, or before the map, in English. */
export const readLoginScripts = (): string => listLoginFiles('en').filter(isScript).map(read).join('\n');
export const readMapScripts = (): string => listMapFiles('en').filter(isScript).map(read).join('\n');
/** The messages of a language that are loaded before the login screen, or before the map. */
export const readMessages = (language: Language, before: 'login' | 'map'): string => {
  const manifest = readManifest();
  const parts = messagesOf(manifest, language, before === 'login' ? BEFORE_LOGIN : BEFORE_MAP);
  return [...filesOf(manifest, parts)].map(read).join('\n');
};

export function measureEngineKb(): number {
  const files = Object.values(readManifest()).flatMap(({ file, css = [] }) => [file, ...css]);
  return gzipKb(new Set(files.filter((file) => ENGINE.test(file))));
}

/** The source files that the build names. */
export const listParts = (): readonly string[] => Object.keys(readManifest());

/** The contents of all scripts of the build. */
export const readScripts = (): readonly string[] =>
  readdirSync(path.join(DIST, 'assets'))
    .filter(isScript)
    .map((file) => readFileSync(path.join(DIST, 'assets', file), 'utf8'));
