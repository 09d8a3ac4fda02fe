import fs from 'node:fs';
import path from 'node:path';
import { resolveImport, type Module } from './areas.ts';
import { readTexts, type SourceTexts } from './read-texts.ts';

export type ReadModule = Module & SourceTexts;

const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.|\/(?:testing|gallery)\//.test(file);

/** Reads the sources among these files, given as paths from the root of the repository. */
export function readModules(root: string, listed: readonly string[]): ReadModule[] {
  const files = listed.filter((file) => isSource(file) && fs.existsSync(path.join(root, file)));
  const known = new Set(files);
  return files.map((file) => {
    const source = readTexts(file, fs.readFileSync(path.join(root, file), 'utf8'));
    return { file, ...source, imports: source.imports.flatMap((request) => resolveImport(file, request, known) ?? []) };
  });
}
