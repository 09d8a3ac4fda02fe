import { WALLBOARD } from '@waymark/contract/key-scopes';
import { problems } from '@waymark/contract/problems/index';
import { fullPath, type RouteDefinition } from '@waymark/contract/route';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
section { border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; margin: .8rem 0; }
h3 { margin: 0; font-size: 1rem; } code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { background: var(--soft); padding: .6rem; border-radius: 6px; overflow: auto; white-space: pre-wrap; word-break: break-word; }
p { margin: .3rem 0; } .quiet { opacity: .8; font-size: .9rem; }`;

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function sample(label: string, value: unknown): string {
  if (value === undefined || value === '') return '';
  return `<p class="quiet">${label}</p><pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`;
}

function renderRoute(route: RouteDefinition): string {
  const access = route.access === 'public' ? 'anybody' : route.access.join(', ');
  const keys = route.key === undefined ? '' : route.key === WALLBOARD ? '; wallboards' : `; API keys: ${route.key}`;
  const own = (route.problems ?? []).map((code) => `${problems[code].status} <code>${code}</code>`).join(', ');
  return `<section><h3><code>${route.method} ${escape(fullPath(route))}</code></h3>
<p>${escape(route.summary)}</p><p class="quiet">Access: ${access}${keys}${own && `. Problems: ${own}`}</p>
${sample('Parameters', route.example.params)}${sample('Query', route.example.query)}${sample('Body', route.example.body)}${sample('Reply', route.example.reply)}</section>`;
}

/** Renders the contract as an HTML page, from the routes and their examples only. */
export function renderDocsPage(
  features: Readonly<Record<string, Readonly<Record<string, RouteDefinition>>>>,
  nonce: string,
): string {
  const chapters = Object.entries(features).map(
    ([feature, routes]) => `<h2>${feature}</h2>${Object.values(routes).map(renderRoute).join('')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Waymark API</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>Waymark API</h1>
<p>Send <code>Authorization: Bearer …</code> with an API key, or with a token of <code>POST /api/oauth/token</code>. A failure answers its log id as plain text, or a problem (RFC 9457) where <code>Accept</code> names <code>application/problem+json</code>. All times are UTC. Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>
${chapters.join('')}</main></body></html>`;
}
