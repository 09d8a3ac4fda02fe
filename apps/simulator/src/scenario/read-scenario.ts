import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { scenarioSchema, type Scenario } from './scenario.ts';

const OWN = new URL('../scenarios/', import.meta.url);

/** Reads a bundled scenario by name, or a file by path. */
export async function readScenario(nameOrPath: string): Promise<Scenario> {
  const file = /^[\w-]+$/.test(nameOrPath) ? new URL(`${nameOrPath}.json`, OWN) : nameOrPath;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`cannot read scenario "${nameOrPath}"`, { cause: error });
  });
  return parseScenario(text, nameOrPath);
}

export function parseScenario(text: string, name: string): Scenario {
  const parsed = scenarioSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`invalid scenario "${name}": ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
