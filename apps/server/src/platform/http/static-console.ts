import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeNonce, pageHeaders, WORKER_POLICY } from './security-headers.ts';

const NONCE_MARK = /__CSP_NONCE__/g;
/** Addresses of the API and of files: they never return the console's page. */
const NO_PAGE = /^\/(?:api|hub|assets|metrics|healthz|readyz|\.well-known)(?:\/|$)/i;

/** The service worker, compressed or not. Its own policy governs its fetches, not the page's policy. */
const WORKER = /^service-worker\.js(?:\.br|\.gz)?$/;

const MISSING_CONSOLE =
  '<!doctype html><title>Waymark</title><p>The console is not built. Run <code>npm run build</code>.</p>';

/** The page of wallboards and shared runs, which need no sign-in. */
const BOARD_PAGE = 'board.html';
const BOARD = /^\/(?:wall|share)$/;

function readPage(folder: string, file = 'index.html'): string {
  try {
    return readFileSync(path.join(folder, file), 'utf8');
  } catch {
    return MISSING_CONSOLE;
  }
}

/** Files have a separate budget in the request limit: one page needs many of them. */
async function addFiles(part: FastifyInstance, folder: string): Promise<void> {
  part.addHook('onRoute', (route) => {
    route.config = { ...route.config, budget: 'files' };
  });
  await part.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.map', 'index.html', BOARD_PAGE],
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (WORKER.test(path.relative(folder, file))) void reply.header('content-security-policy', WORKER_POLICY);
    },
  });
}

/** Answers with the console's page when a browser requests one of its addresses. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => boolean;

interface PageOrigins {
  readonly tileOrigins: readonly string[];
  /** Pages of these origins may show a shared run in a frame. */
  readonly embedOrigins: readonly string[];
}

/** Only a shared run can be embedded, and only where its address says so. */
function isEmbedded(address: string): boolean {
  const [page, query] = address.split('?');
  return page === '/share' && new URLSearchParams(query).has('embed');
}

/** Serves the built console: hashed files cached forever, the page with a new nonce each time. */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  { tileOrigins, embedOrigins }: PageOrigins,
): Promise<SendPage> {
  const page = readPage(folder);
  const board = readPage(folder, BOARD_PAGE);
  if (page !== MISSING_CONSOLE) {
    await app.register((part) => addFiles(part, folder));
  }
  const answerPage = (reply: FastifyReply, sent = page, framedBy: readonly string[] = []) => {
    const nonce = makeNonce();
    void reply
      .code(200)
      .headers({ ...pageHeaders(nonce, tileOrigins, framedBy), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(sent.replaceAll(NONCE_MARK, nonce));
  };
  app.get('/', (_request, reply) => answerPage(reply));
  return (request, reply) => {
    const address = request.url.split('?')[0] ?? '/';
    if ((request.method !== 'GET' && request.method !== 'HEAD') || NO_PAGE.test(address)) return false;
    if (!request.headers.accept?.includes('text/html')) return false;
    if (BOARD.test(address)) answerPage(reply, board, isEmbedded(request.url) ? embedOrigins : []);
    else answerPage(reply);
    return true;
  };
}
