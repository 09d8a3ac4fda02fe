import path from 'node:path';
import type { Passage } from './read-texts.ts';

/** A module with what it imports, as paths from the root of the repository. */
export interface Module {
  readonly file: string;
  readonly imports: readonly string[];
  readonly texts: readonly Passage[];
}

/** The files of a catalogue: each reader loads only what it shows. */
export const AREAS = ['sign-in', 'console', 'server'] as const;
export type Area = (typeof AREAS)[number];

/** A text that several areas show stands in the first of them, which the others load too. */
const ROOTS: Readonly<Record<Area, readonly RegExp[]>> = {
  'sign-in': [
    /^apps\/console\/src\/(?:(?:main|start)|features\/session\/entry\/(?!Authenticated)\w+Page)\.tsx$/,
    /^apps\/console\/src\/features\/(?:shares\/SharePage|wallboards\/WallPage|shown-runs\/BoardMap)\.tsx$/,
    // These pages load them when they need them.
    /^apps\/console\/src\/(?:features\/session\/(?:entry\/(?:UnsupportedBrowserDialog|DemoSignIns)|second-factor\/(?:SecondStep|SetUpStep))|ui\/brand\/LoginArt)\.tsx$/,
    /^packages\/contract\/src\/problems\/(?:general|session)\.ts$/,
  ],
  // The console also says texts that the server writes.
  console: [
    /^apps\/console\/src\//,
    /^packages\/(?:commands\/src\/(?:answers|notes)|contract\/src\/problems\/\w+)\.ts$/,
    /^packages\/domain\/src\/words\/(?:[\w-]+-faults|(?:server-)?refusals)\.ts$/,
  ],
  server: [/^apps\/server\/src\//],
};

/** The file that an import names, or null for a package of npm and for files that contain no texts. */
export function resolveImport(from: string, request: string, files: ReadonlySet<string>): string | null {
  const file = request.startsWith('.')
    ? path.posix.join(path.posix.dirname(from), request)
    : request.startsWith('#/')
      ? `apps/console/src/${request.slice(2)}`
      : request.replace(/^@waymark\/([^/]+)\/(.+)$/, 'packages/$1/src/$2.ts');
  return files.has(file) ? file : null;
}

/** The files of the console, whose messages are loaded in two parts. */
export type SplitArea = Extract<Area, 'sign-in' | 'console'>;

/** The parts that a browser loads before the login screen, and before the map. */
const EARLY: Readonly<Record<SplitArea, readonly RegExp[]>> = {
  'sign-in': [/^apps\/console\/src\/(?:main|start|features\/session\/entry\/LoginPage)\.tsx$/],
  console: [
    /^apps\/console\/src\/features\/session\/entry\/AuthenticatedPage\.tsx$/,
    /^apps\/console\/src\/app\/shell\/(?:AppFrame|HomeScreen|HomeMap)\.tsx$/,
    /^apps\/console\/src\/map\/(?:base\/(?:BaseMap|VectorGround)|foot\/MapFoot)\.tsx$/,
    /^apps\/console\/src\/live\/hub-client\.ts$/,
  ],
};

/** The texts of modules that are loaded before the login screen, or before the map. */
export function listEarlyTexts(modules: readonly Module[], area: SplitArea): ReadonlySet<string> {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  return new Set(reach(byFile, EARLY[area]).flatMap(({ texts }) => texts.map(({ text }) => text)));
}

/** Each text with its area. Texts of modules that no area reaches, such as those of the simulator, are left out. */
export function sortByArea(modules: readonly Module[]): ReadonlyMap<string, Area> {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const areas = new Map<string, Area>();
  for (const area of AREAS)
    for (const { texts } of reach(byFile, ROOTS[area]))
      for (const { text } of texts) if (!areas.has(text)) areas.set(text, area);
  return areas;
}

function reach(byFile: ReadonlyMap<string, Module>, roots: readonly RegExp[]): Module[] {
  const reached = new Set<Module>();
  const pending = [...byFile.values()].filter(({ file }) => roots.some((root) => root.test(file)));
  for (let module = pending.pop(); module; module = pending.pop()) {
    if (reached.has(module)) continue;
    reached.add(module);
    pending.push(...module.imports.flatMap((file) => byFile.get(file) ?? []));
  }
  return [...reached];
}
