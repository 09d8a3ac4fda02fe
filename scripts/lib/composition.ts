import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from './root.mjs';

const service = z.object({
  image: z.string().optional(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
});
const composition = z.object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.unknown()) });

export type Service = z.infer<typeof service>;
export type Composition = z.infer<typeof composition>;

/** A variable of the operator: ${NAME:?} is required, ${NAME:-text} has a default. */
export const PLACE = /\$\{(\w+)(?::([?-])([^}]*))?\}/g;

/** Reads a file of deploy/ with these variables filled in. */
export function readComposition(file: string, given: Readonly<Record<string, string>>): Composition {
  const fill = (text: string) =>
    text.replaceAll(
      PLACE,
      (_, name: string, kind: string, fallback: string) => given[name] ?? (kind === '-' ? fallback : ''),
    );
  const text = fs.readFileSync(path.join(root, 'deploy', file), 'utf8');
  const filled: unknown = parse(text, (_, value: unknown) => (typeof value === 'string' ? fill(value) : value), {
    merge: true,
  });
  return composition.parse(filled);
}
