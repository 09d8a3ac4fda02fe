import type { Marker } from '@waymark/domain/path/marker';
import type { ImportProblem } from '@waymark/domain/path/import-markers';
import { fail, type Result } from '@waymark/domain/result';
import { loadPart } from '#/api/load-part.ts';
import { checkCsvFile } from './csv.view.ts';

export async function readCsvFile(file: File): Promise<Result<readonly Marker[], readonly ImportProblem[]>> {
  const refusal = checkCsvFile(file);
  if (refusal) return fail([refusal]);
  const { MAX_CSV_BYTES, readMarkers } = await loadPart(() => import('@waymark/files/csv/read-markers'));
  // The extra byte shows that the file is too large.
  return readMarkers(new Uint8Array(await file.slice(0, MAX_CSV_BYTES + 1).arrayBuffer()));
}
