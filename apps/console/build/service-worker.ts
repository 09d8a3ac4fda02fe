import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build as buildWith, type Plugin } from 'vite';
import type { Shell } from '../src/service-worker/shell.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGE = 'index.html';
const WORKER = 'service-worker.js';
const BUILD_MARK = '__BUILD__';
/** Files whose names do not contain a hash of their content. */
const PLAIN_FILES = ['favicon.svg'];

/**
 * Bundles the worker as one script, because some browsers support no modules there, with the list of this build's
 * files.
 */
async function bundleWorker(shell: Shell): Promise<string> {
  const built = await buildWith({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    define: { __SHELL__: JSON.stringify(shell) },
    build: {
      write: false,
      rolldownOptions: {
        input: path.join(ROOT, 'src/service-worker/worker.ts'),
        output: { format: 'iife', entryFileNames: WORKER },
      },
    },
  });
  const [output] = 'output' in built ? built.output : [];
  if (!output) throw new Error('the service worker was not built');
  return output.code;
}

async function hashBuild(page: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(page).update(files.join('\n'));
  for (const file of PLAIN_FILES) hash.update(await readFile(path.join(ROOT, 'public', file)));
  return hash.digest('hex').slice(0, 16);
}

/** Writes the build's id into the page, and the worker that caches the build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle[PAGE];
        if (page?.type !== 'asset') throw new Error(`the build has no ${PAGE}`);
        const text = page.source.toString();
        const assets = Object.keys(bundle).filter((file) => file.startsWith('assets/') && !file.endsWith('.map'));
        const build = await hashBuild(text, assets.toSorted());
        page.source = text.replaceAll(BUILD_MARK, build);
        const files = [...PLAIN_FILES, ...assets].map((file) => `/${file}`);
        this.emitFile({ type: 'asset', fileName: WORKER, source: await bundleWorker({ build, files }) });
      },
    },
  };
}
