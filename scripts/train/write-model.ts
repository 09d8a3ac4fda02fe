import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Trained } from './trained.ts';

/** One line per tree, so that differences are readable. */
export function formatModel(model: Trained['model']): string {
  return `${JSON.stringify(model).replaceAll('{"asks"', '\n{"asks"')}\n`;
}

export function writeModel(folder: string, { name, model }: Trained): void {
  writeFileSync(path.join(folder, `${name}.json`), formatModel(model));
}
