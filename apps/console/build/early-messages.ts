import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { listEarlyTexts, type SplitArea } from '../../../scripts/lib/languages/areas.ts';
import { readModules, type ReadModule } from '../../../scripts/lib/languages/read-modules.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MESSAGES = /\/(sign-in|console)\.json\?(early|late)$/;

const listFiles = (folder: string) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')));

function readSources(): readonly ReadModule[] {
  const packages = fs.readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}/src`);
  return readModules(ROOT, ['apps/console/src', ...packages].flatMap(listFiles));
}

/**
 * Splits the messages of the console: `?early` has those that are needed before the login screen or the map, `?late` the
 * others. In development and in tests each has all of them.
 */
export function splitMessages(): Plugin {
  /** null: no build. */
  let modules: readonly ReadModule[] | null = null;
  return {
    name: 'early-messages',
    configResolved({ command }) {
      modules = command === 'build' ? readSources() : null;
    },
    load: {
      filter: { id: MESSAGES },
      handler(id) {
        const [, area, part] = MESSAGES.exec(id) ?? [];
        const messages = Object.entries(
          JSON.parse(fs.readFileSync(id.replace(/\?.*$/, ''), 'utf8')) as Record<string, string>,
        );
        const early = modules && listEarlyTexts(modules, area as SplitArea);
        const chosen = early ? messages.filter(([text]) => early.has(text) === (part === 'early')) : messages;
        return { code: `export default ${JSON.stringify(Object.fromEntries(chosen))};`, moduleType: 'js', map: null };
      },
    },
  };
}
