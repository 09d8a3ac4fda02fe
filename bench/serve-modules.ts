import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

// Serves the project's modules to a browser one by one, without a build.

const ROOT = path.resolve(import.meta.dirname, '..');

const IMPORTS = {
  '@waymark/domain/': '/packages/domain/src/',
  '@waymark/commands/': '/packages/commands/src/',
  '#/': '/apps/console/src/',
  zod: '/node_modules/zod/index.js',
  zustand: '/node_modules/zustand/esm/index.mjs',
  'zustand/vanilla': '/node_modules/zustand/esm/vanilla.mjs',
  'zustand/react': '/node_modules/zustand/esm/react.mjs',
  react: '/node_modules/react/cjs/react.production.js',
  echarts: '/node_modules/echarts/dist/echarts.esm.min.js',
};

/** A page that starts with this module of the project. */
export function writePage(module: string, style: string): string {
  const importMap = JSON.stringify({ imports: IMPORTS });
  return `<!doctype html><html data-theme="dark"><meta charset="utf-8"><style>${style}</style>
<script type="importmap">${importMap}</script><script type="module" src="${module}"></script></html>`;
}

export interface ModulePage {
  readonly address: string;
  readonly server: Server;
}

/** An import without a file extension names a package. React exists as CommonJS only. */
async function readModule(url: string): Promise<string> {
  const file = path.join(ROOT, /\.(?:m?js|ts)$/.test(url) ? url : `${url}.ts`);
  const text = await readFile(file, 'utf8');
  if (file.endsWith('.ts')) return stripTypeScriptTypes(text);
  return file.includes('/cjs/') ? `const exports = {};\n${text}\nexport default exports;` : text;
}

/** Serves `html` as the only page, and every module below the project folder. */
export async function serveModules(html: string): Promise<ModulePage> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (url === '/') {
      response.setHeader('content-type', 'text/html').end(html);
      return;
    }
    readModule(url).then(
      (code) => response.setHeader('content-type', 'text/javascript').end(code),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
