import { withPlainTexts } from '@waymark/contract/plain-texts';
import { runMarkers, runPassages, runPath, type SentRun } from '@waymark/contract/runs/pig-run';
import { readMarker, readPath } from '@waymark/contract/runs/read-path';
import { readPassage } from '@waymark/contract/runs/read-run';
import type { z } from 'zod';
import { problem } from '../../platform/http/problem.ts';

// Parses the JSON texts of a posted run.

/** PostgreSQL refuses JSON with a zero character or half a surrogate pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

function readText<Schema extends z.ZodType>(schema: Schema, text: string, field: string): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw problem('run-invalid', { detail: `${field} is not JSON.` });
  }
  const read = withPlainTexts(schema).safeParse(json);
  if (read.success && UNSTORABLE.test(JSON.stringify(read.data)))
    throw problem('run-invalid', { detail: `${field} has characters that are none.` });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw problem('run-invalid', {
    detail: `${field}${issue ? ` (${issue.path.join('.')})` : ''} is not as it should be.`,
  });
}

export function readPathText(pigPath: string) {
  const {
    autoLinkDistance: _distance,
    autoVerifyMinutes: _minutes,
    etaSpreads: _spreads,
    ...path
  } = readText(runPath, pigPath, 'pigPath');
  return readPath(path);
}

export function readRunTexts({ pigPath, markers, passages }: Pick<SentRun, 'pigPath' | 'markers' | 'passages'>) {
  return {
    path: readPathText(pigPath),
    markers: readText(runMarkers, markers, 'markers').map(({ ETA: _, ...marker }) => readMarker(marker)),
    passages: readText(runPassages, passages, 'passages').map(readPassage),
  };
}
