import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { listEarlyTexts, type SplitArea } from '../../../scripts/lib/languages/areas.ts';
import { readModules } from '../../../scripts/lib/languages/read-modules.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MESSAGES = /\/(sign-in|console)\.json\?(early|late)$/;

const listFiles = (folder: string) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')));

function readSources() {
  const packages = fs.readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}/src`);
  return readModules(ROOT, ['apps/console/src', ...packages].flatMap(listFiles));
}

/**
 * Splits the messages of the console: `?early` has those that are needed before the login screen or the map, `?late` the
 * others. In development each has all of them.
 */
export function splitMessages(): Plugin {
  let modules: ReturnType<typeof readSources> = [];
  return {
    name: 'early-messages',
    apply: 'build',
    buildStart() {
      modules = readSources();
    },
    load: {
      filter: { id: MESSAGES },
      handler(id) {
        const [, area, part] = MESSAGES.exec(id) ?? [];
        const early = listEarlyTexts(modules, area as SplitArea);
        const messages = JSON.parse(fs.readFileSync(id.replace(/\?.*$/, ''), 'utf8')) as Record<string, string>;
        const chosen = Object.entries(messages).filter(([text]) => early.has(text) === (part === 'early'));
        return JSON.stringify(Object.fromEntries(chosen));
      },
    },
  };
}
