// `npm run release -- --help`: packs Waymark as one folder that runs without npm, and as an archive of it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { endOf, startChild } from './lib/child.mjs';
import { fail, runCommand } from './lib/fail.mjs';
import { assembleRelease } from './lib/release/assemble.ts';
import { packClient } from './lib/client/pack.ts';
import { makeBill } from './lib/release/bill-of-materials.ts';
import { listLicences, writeLicences } from './lib/release/licences.ts';
import { readSigningKey, signFile, writePublicKey } from './lib/release/minisign.ts';
import { checkVulnerabilities, describeCheck } from './lib/release/vulnerabilities.ts';
import { root } from './lib/root.mjs';

const HELP = `npm run release -- [OPTIONS]
  --out FOLDER         where the release goes, ./release/waymark-VERSION-PLATFORM unless said; what is there is replaced
  --without-node       the machine has Node 24 or newer
  --without-postgres   the database is one of your own (WAYMARK_DATABASE_URL)
  --without-archive    the folder alone, no .tar.gz beside it
  --sign FILE          signs the archive with this secret key of minisign, or the one that WAYMARK_SIGNING_KEY names;
                       WAYMARK_SIGNING_PASSWORD is its password
  --without-check      asks no registry for known vulnerabilities
  --commit TEXT        what it was made from, where that is no git repository`;

const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const platform = `${process.platform}-${process.arch}`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: path.join(root, 'release', `waymark-${version}-${platform}`) },
      'without-node': { type: 'boolean', default: false },
      'without-postgres': { type: 'boolean', default: false },
      'without-archive': { type: 'boolean', default: false },
      sign: { type: 'string', default: process.env['WAYMARK_SIGNING_KEY'] ?? '' },
      'without-check': { type: 'boolean', default: false },
      commit: { type: 'string', default: readCommit() },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  if (process.platform === 'win32') fail('A release is for Linux and macOS; on Windows use npm start.');
  if (values.sign !== '' && values['without-archive'])
    fail('A signature is of the archive: leave out --without-archive.');
  // Before the work: a wrong password must not come after it.
  const key = values.sign === '' ? null : openKey(values.sign);
  await ensureBuilt();
  const target = path.resolve(values.out);
  const note = { version, commit: values.commit === '' ? null : values.commit, platform };
  await replaceWith(target, async (draft) => {
    const parts = { hasNode: !values['without-node'], hasPostgres: !values['without-postgres'] };
    assembleRelease(draft, note, parts);
    await packClient(path.join(draft, 'client'));
    const bill = makeBill(note, parts);
    fs.writeFileSync(path.join(draft, 'sbom.cdx.json'), `${JSON.stringify(bill, undefined, 2)}\n`);
    fs.writeFileSync(path.join(draft, 'LICENCES.txt'), writeLicences(listLicences(bill)));
  });
  console.log(`${target}: ${inMegabytes(measureFolder(target))}`);
  if (!values['without-check']) console.log(describeCheck(checkVulnerabilities()));
  if (values['without-archive']) return;
  const archive = await pack(target);
  console.log(`${archive}: ${inMegabytes(fs.statSync(archive).size)}`);
  if (key) console.log(writeSignature(archive, key, note));
});

type Key = ReturnType<typeof readSigningKey>;

function openKey(file: string): Key {
  if (!fs.existsSync(file)) fail(`There is no signing key ${file}.`);
  return readSigningKey(fs.readFileSync(file, 'utf8'), process.env['WAYMARK_SIGNING_PASSWORD']);
}

/** Beside the archive, as `minisign -V` expects it. */
function writeSignature(archive: string, key: Key, { commit }: { readonly commit: string | null }): string {
  const seconds = Math.floor(Date.now() / 1000);
  const trusted = `timestamp:${seconds}\tfile:${path.basename(archive)}\tcommit:${commit ?? 'unknown'}`;
  fs.writeFileSync(`${archive}.minisig`, signFile(archive, key, trusted));
  return `${archive}.minisig: verify with minisign -V -P ${writePublicKey(key)} -m ${path.basename(archive)}`;
}

/** The commit of the sources; uncommitted changes are named. */
function readCommit(): string {
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const head = git('rev-parse', 'HEAD');
  if (head.status !== 0) return '';
  return `${head.stdout.trim()}${git('status', '--porcelain').stdout === '' ? '' : ' and changes'}`;
}

/** Replaces a release by the one that `fill` creates. If that fails, the old one stays. Refuses any other folder. */
async function replaceWith(target: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const isOurs =
    !fs.existsSync(target) || fs.readdirSync(target).length === 0 || fs.existsSync(path.join(target, 'release.json'));
  if (!isOurs) fail(`${target} is there and is no release of Waymark: name another folder.`);
  const draft = `${target}.${process.pid}`;
  fs.mkdirSync(draft, { recursive: true });
  try {
    await fill(draft);
    fs.rmSync(target, { recursive: true, force: true });
    fs.renameSync(draft, target);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

async function pack(target: string): Promise<string> {
  const archive = `${target}.tar.gz`;
  const owner = process.platform === 'linux' ? ['--owner=0', '--group=0'] : [];
  const args = ['-czf', archive, ...owner, '-C', path.dirname(target), path.basename(target)];
  const { code, output } = await endOf(startChild('tar', args, { capture: true }));
  if (code !== 0) fail(`Packing failed (tar, exit code ${code}). ${output}`);
  return archive;
}

function measureFolder(folder: string): number {
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.reduce((sum, { parentPath, name }) => sum + fs.lstatSync(path.join(parentPath, name)).size, 0);
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
