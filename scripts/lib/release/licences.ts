// The licences of all packages in a release, with their texts.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../root.mjs';
import type { Bill } from './bill-of-materials.ts';
import { listProductionFolders } from './production-folders.ts';

export interface Licence {
  readonly name: string;
  readonly version: string;
  /** As the package states it, an SPDX expression as a rule. */
  readonly licence: string;
  /** The texts of its licence files; empty: it has none. */
  readonly texts: readonly string[];
}

const TEXT_FILE = /^(?:licen[cs]e|copying|notice)/i;
const NOT_STATED = 'not stated';
const IN_TEXT = 'see its text below';

function readTexts(folder: string): string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
    .map(({ name }) => fs.readFileSync(path.join(folder, name), 'utf8').trim());
}

/** Older packages state an object or a list. */
function readStated(stated: unknown): string {
  if (typeof stated === 'string' && stated !== '') return stated;
  if (Array.isArray(stated)) return stated.map(readStated).join(' OR ') || NOT_STATED;
  if (typeof stated === 'object' && stated !== null && 'type' in stated) return readStated(stated.type);
  return NOT_STATED;
}

function readLicence(folder: string): Licence {
  const text = fs.readFileSync(path.join(folder, 'package.json'), 'utf8');
  const { name, version, license, licenses } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const [stated, texts] = [readStated(license ?? licenses), readTexts(folder)];
  const licence = stated === NOT_STATED && texts.length > 0 ? IN_TEXT : stated;
  return { name: String(name), version: String(version), licence, texts };
}

const isOthers = (folder: string) => folder.includes('node_modules/') && !folder.includes('node_modules/@waymark/');

/** The packages in the list of parts, once each; ours are not among them. */
export function listLicences({ components }: Bill): Licence[] {
  const parts = new Set(components.map(({ name, version }) => `${name} ${version}`));
  const folders = [...listProductionFolders('apps/server'), ...listProductionFolders('apps/console')]
    .filter(isOthers)
    .map((folder) => readLicence(path.join(root, folder)));
  const node = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`);
  const runtime: Licence = {
    name: 'node',
    version: process.version.slice(1),
    licence: 'MIT, and those of its parts',
    texts: fs.existsSync(node) ? readTexts(node) : [],
  };
  const unique = new Map([...folders, runtime].map((licence) => [`${licence.name} ${licence.version}`, licence]));
  for (const part of unique.keys()) if (!parts.has(part)) unique.delete(part);
  return [...unique.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

const LINE = '-'.repeat(80);

/** A table, and below it the texts. */
export function writeLicences(licences: readonly Licence[]): string {
  const table = licences.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  const texts = licences.flatMap(({ name, version, texts: of }) =>
    of.length === 0 ? [] : [`${LINE}\n${name} ${version}\n${LINE}\n\n${of.join('\n\n')}`],
  );
  return `Packages of others in this release, and their licences.\n\n${table.join('\n')}\n\n${texts.join('\n\n')}\n`;
}
