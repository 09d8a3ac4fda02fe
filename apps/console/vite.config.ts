import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { splitMessages } from './build/early-messages.ts';
import { serviceWorker } from './build/service-worker.ts';
import { renderTokenSheet } from './src/app/theme/css-variables.ts';
import { themes } from './src/app/theme/tokens.ts';

const server = 'http://127.0.0.1:8080';

const anyOf = (...patterns: readonly RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'));

/** Modules that run before the messages of the page's language are there. Constants of all others may be texts. */
const LANGUAGE = anyOf(
  /console\/src\/language\/(?!pseudo)[\w-]+\.ts$/,
  /domain\/src\/language\/[\w-]+\.ts$/,
  /console\/src\/api\/browser-storage\.ts$/,
);
/** Modules before the login screen, which every screen needs too. */
const EVERYWHERE = anyOf(
  /node_modules\/(?:react|react-dom|scheduler|zustand|use-sync-external-store)\//,
  /node_modules\/@tanstack\/(?:react-router|router-core|history|store|react-store)\//,
  /console\/src\/api\/(?!download|indexed-db|query|receive)/,
  /console\/src\/app\/(?!zod|query|load-in-turn|prepare-home)[\w-]+\.tsx?$/,
  /console\/src\/app\/theme\/(?:start-theme|theme-choice|theme-store)\.ts$/,
  /features\/session\/(?!entry|own-sessions|second-factor|step-up|release-notes|screen-context|sign-in\.data|session-end|user-choice|role-words)/,
  /contract\/src\/roles\.ts$/,
);
/** Modules that the pages without a sign-in need too. */
const SHARED = anyOf(
  /node_modules\/(?:react|react-dom|scheduler)\//,
  /console\/src\/api\/(?:once|load-part)\.ts$/,
  /console\/src\/app\/theme\/global\.css$/,
  /@waymark\/tokens\.css$/,
);
/** Times, for these pages and for the screens behind the sign-in. */
const TIMES = /domain\/src\/time\/(?:utc|zone|zoned-text)\.ts$/;
/** Modules of every screen behind the sign-in. */
const SIGNED_IN = anyOf(
  /console\/src\/live\/(?!hub-)/,
  /console\/src\/api\/(?:download|receive)\.ts$/,
  /console\/src\/features\/devices\/store\/(?:device-store|devices\.data|selection)\.ts$/,
  /query-core\/build\/modern\/(?!infinite|queries)/,
);
/** Modules of the screens before the sign-in. */
const ENTRY = anyOf(
  /features\/session\/entry\/(?:Entry\w+|login-form\.view)\.(?:module\.css|tsx?)$/,
  /features\/session\/(?:sign-in\.data|release-notes|screen-context|session-end\.view)\.ts$/,
);

/**
 * Hashes do not compress, and the first scripts name hundreds of files. Seven characters are the fewest that the bundler
 * allows.
 */
const FILE_NAMES = 'assets/[name]-[hash:7]';

const PAGE = 'index.html';
/** The page of wallboards and shared runs. */
const BOARD_PAGE = 'board.html';

const importAll = (sheets: readonly string[]) => sheets.map((sheet) => `import '${sheet}';`).join('');

/**
 * Loads the style sheet of each bundled Mantine component and no other: the module of a component's class names imports
 * its sheet.
 */
function bundleMantineStyles(): Plugin {
  const classNames = /@mantine\/(\w+)\/esm\/.*?(\w+)\.module\.mjs$/;
  return {
    name: 'mantine-styles',
    apply: 'build',
    transform: {
      filter: { id: classNames },
      handler(code, id) {
        const [, library, component] = classNames.exec(id) ?? [];
        const sheet = library === 'core' ? `styles/${component}` : 'styles';
        return { code: importAll([`@mantine/${library}/${sheet}.layer.css`]) + code, map: null };
      },
    },
  };
}

/** In development Mantine is one module, so the theme loads all of its sheets. */
function serveMantineStyles(): Plugin {
  const sheets = ['@mantine/core/styles.layer.css', '@mantine/notifications/styles.layer.css'];
  return {
    name: 'mantine-styles',
    apply: 'serve',
    transform: {
      filter: { id: /\/theme\/ThemeProvider\.tsx$/ },
      handler: (code) => ({ code: importAll(sheets) + code, map: null }),
    },
  };
}

/** The style sheet of `--wm-*` variables, generated from the tokens. */
function writeTokenSheet(): Plugin {
  const path = '/@waymark/tokens.css';
  return {
    name: 'token-sheet',
    resolveId: (id) => (id === 'virtual:waymark-tokens.css' ? path : undefined),
    load: (id) => (id === path ? renderTokenSheet() : undefined),
  };
}

/** Preloads the scripts and sheets that the page needs once it knows its language. */
function preloadStart(files: readonly Rolldown.OutputBundle[string][]): HtmlTagDescriptor[] {
  const chunks = files.filter((file) => file.type === 'chunk');
  const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/start.tsx'));
  if (!start) return [];
  const known = new Set(
    chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith(`/${PAGE}`))?.imports,
  );
  const scripts = [start.fileName, ...start.imports].filter((file) => !known.has(file));
  const sheets = scripts.flatMap((file) => {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    return [...(chunk?.viteMetadata?.importedCss ?? [])];
  });
  return [
    ...scripts.map((file) => preload(file, { rel: 'modulepreload' })),
    ...sheets.map((file) => preload(file, { rel: 'preload', as: 'style' })),
  ];
}

function preload(file: string, attrs: Readonly<Record<string, string>>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: '', href: `/${file}` }, injectTo: 'head' };
}

/** Paints the background in the theme's colour before any script has run, and preloads text font and scripts. */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        const grounds = Object.entries(themes).map(
          ([name, theme]) => `[data-theme=${name}]{background:${theme.surface.app}}`,
        );
        const style: HtmlTagDescriptor = { tag: 'style', children: grounds.join(''), injectTo: 'head' };
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght.*\.woff2$/.test(file));
        if (!font) return [style];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` };
        const start = path === `/${PAGE}` ? preloadStart(Object.values(bundle ?? {})) : [];
        return [style, { tag: 'link', attrs, injectTo: 'head' }, ...start];
      },
    },
  };
}

/** In development, as the server does: its own page for wallboards and shared runs. */
function serveBoardPage(): Plugin {
  return {
    name: 'board-page',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (/^\/(?:wall|share)(?:\?|$)/.test(request.url ?? '')) request.url = `/${BOARD_PAGE}`;
        next();
      });
    },
  };
}

const worthCompressing = 1024;

/** Writes `.br` and `.gz` beside each text file, except for index.html: the server adds a nonce to every response. */
function precompress(): Plugin {
  const compressGzip = promisify(gzip);
  const compressBrotli = promisify(brotliCompress);
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const texts = Object.keys(bundle).filter(
        (file) => /\.(m?js|css|svg|json)$/.test(file) && !file.startsWith('.vite/'),
      );
      await Promise.all(
        texts.map(async (file) => {
          const path = join(dir, file);
          const bytes = await readFile(path);
          if (bytes.length < worthCompressing) return;
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          await writeFile(`${path}.br`, await compressBrotli(bytes, { params }));
          await writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 }));
        }),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    writeTokenSheet(),
    bundleMantineStyles(),
    serveMantineStyles(),
    firstPaint(),
    serveBoardPage(),
    splitMessages(),
    serviceWorker(),
    precompress(),
  ],
  // Puts Mantine's sheets into their layer, whatever their name: then the console's rules win without more specific
  // selectors.
  resolve: {
    alias: [
      { find: /^(@mantine\/\w+\/styles(?:\/\w+)?)\.css$/, replacement: '$1.layer.css' },
      // React has this hook itself since version 18.
      {
        find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Every supported browser preloads modules by itself.
    modulePreload: { polyfill: false },
    sourcemap: 'hidden',
    // No data URLs: the content security policy forbids them.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The map engine, loaded after everything else, is larger than any other chunk may be.
    chunkSizeWarningLimit: 1200,
    // Modules that every screen, every signed-in screen or every screen before the sign-in needs compress better as one
    // chunk.
    rolldownOptions: {
      input: { index: join(import.meta.dirname, PAGE), board: join(import.meta.dirname, BOARD_PAGE) },
      output: {
        entryFileNames: `${FILE_NAMES}.js`,
        chunkFileNames: `${FILE_NAMES}.js`,
        assetFileNames: `${FILE_NAMES}[extname]`,
        codeSplitting: {
          groups: [
            { name: 'language', test: LANGUAGE, priority: 1 },
            { name: 'shared', test: SHARED, priority: 1 },
            { name: 'times', test: TIMES, priority: 1 },
            { name: 'base', test: EVERYWHERE },
            { name: 'live', test: SIGNED_IN },
            { name: 'entry', test: ENTRY },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // The server compares a request's Origin with its Host, so the Host stays as the browser sent it.
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/hub': { target: server, changeOrigin: false, ws: true },
    },
  },
});
