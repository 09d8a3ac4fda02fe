// Checks the documentation: links lead somewhere, and no setting or page is missing.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/root.mjs';

const PACKAGES = ['packages/backup-archive', 'packages/embedded-postgres'];
const FOLDERS = ['.', 'docs', 'docs/guide', 'docs/decisions', 'deploy', ...PACKAGES];
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const list = (folder: string) =>
  fs.existsSync(path.join(root, folder))
    ? fs.readdirSync(path.join(root, folder)).map((name) => path.join(folder, name))
    : [];
const pages = FOLDERS.flatMap(list)
  .filter((name) => name.endsWith('.md'))
  .toSorted();

/** Text between fences or backticks is code, whatever it looks like. */
const leaveOutCode = (text: string) => text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '``');

function findLinks(page: string): string[] {
  const links = [...leaveOutCode(read(page)).matchAll(/\]\((?<to>[^()\s]+)\)/g)].map(
    ({ groups }) => groups?.['to'] ?? '',
  );
  return links.filter((to) => !/^[a-z]+:/.test(to));
}

/** The anchor of a heading: lower case, dashes for spaces, no other signs. */
const toAnchor = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function listAnchors(page: string): string[] {
  const headings = [
    ...read(page)
      .replaceAll(/^```.*?^```/gms, '')
      .matchAll(/^#+ (?<words>.+)$/gm),
  ];
  return headings.map(({ groups }) => toAnchor(groups?.['words'] ?? ''));
}

/** The error of a link, or null. */
function findFault(page: string, link: string): string | null {
  const [file = '', anchor] = link.split('#');
  const to = file === '' ? page : path.join(path.dirname(page), file);
  if (!fs.existsSync(path.join(root, to))) return `${link}: no such file`;
  if (anchor !== undefined && !listAnchors(to).includes(anchor)) return `${link}: no such heading`;
  return null;
}

describe('links', () => {
  it('the link check finds links and reports broken ones', () => {
    expect(pages).toContain('README.md');
    expect(pages.flatMap(findLinks).length).toBeGreaterThan(100);
    expect(findFault('README.md', 'docs/nowhere.md')).toBe('docs/nowhere.md: no such file');
    expect(findFault('README.md', 'GLOSSARY.md#nowhere')).toBe('GLOSSARY.md#nowhere: no such heading');
  });

  it.each(pages)('links of %s lead to a file and a heading', (page) => {
    expect(
      findLinks(page)
        .map((link) => findFault(page, link))
        .filter((fault) => fault !== null),
    ).toEqual([]);
  });
});

const linkedFrom = (page: string) =>
  findLinks(page).map((link) => path.join(path.dirname(page), link.split('#')[0] ?? ''));

const NAMING_CODE = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/security.md'];
const sources = fs
  .globSync('{apps,packages,e2e,scripts,bench}/**/*.{ts,tsx,mjs}', { cwd: root, exclude: ['**/node_modules'] })
  .map((file) => `/${file}`);

it.each(NAMING_CODE)('the files with a folder that %s names exist', (page) => {
  const named = [...read(page).matchAll(/`(?<file>[\w.-]+\/[\w./-]+\.(?:tsx?|mjs))`/g)].map(
    ({ groups }) => groups?.['file'] ?? '',
  );
  expect(named.filter((file) => !sources.some((source) => source.endsWith(`/${file}`)))).toEqual([]);
});

describe('nothing is left out', () => {
  it('the README table lists exactly the settings of the server', () => {
    const known = [...read('apps/server/src/settings.ts').matchAll(/^ {2}(?<name>WAYMARK_\w+):/gm)].map(
      ({ groups }) => groups?.['name'],
    );
    const told = [...read('README.md').matchAll(/^\| `(?<name>WAYMARK_\w+)` +\|/gm)].map(
      ({ groups }) => groups?.['name'],
    );
    expect(new Set(told)).toEqual(new Set(known));
  });

  it('the README leads to every page of docs', () => {
    const own = pages.filter((page) => path.dirname(page) === 'docs');
    expect(own.filter((page) => !linkedFrom('README.md').includes(page))).toEqual([]);
  });

  it.each(['docs/guide', 'docs/decisions'])('the index of %s leads to every page of it', (folder) => {
    const index = path.join(folder, 'README.md');
    const own = pages.filter((page) => path.dirname(page) === folder && page !== index);
    expect(own.filter((page) => !linkedFrom(index).includes(page))).toEqual([]);
  });

  it('every picture is shown somewhere', () => {
    const shown = new Set(pages.flatMap(linkedFrom));
    expect(list('docs/images').filter((picture) => !shown.has(picture))).toEqual([]);
  });
});
