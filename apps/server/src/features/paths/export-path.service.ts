import type { MapFileFormat } from '@waymark/contract/reports/report-row';
import type { PathId } from '@waymark/domain/ids';
import { nameMapFile } from '@waymark/domain/report/written-names';
import { pathToMap } from '@waymark/files/map/path-to-map';
import { listMapParts, MAP_ENDINGS } from '@waymark/files/map/write-map-file';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { inTurns } from '../../platform/http/attachment.ts';
import { readPath } from './paths.service.ts';

/** The path as a file for maps; recorded in the audit trail. */
export async function exportPath(
  database: Database,
  origin: ChangeOrigin,
  pathId: PathId,
  format: MapFileFormat,
  now: number,
) {
  const path = await readPath(database.read(origin.scope), pathId);
  await database.change(origin, (change) =>
    change.audit({
      action: 'map-file-written',
      objectType: 'path',
      objectId: pathId,
      groupId: path.groupId,
      after: { format },
    }),
  );
  return {
    name: nameMapFile(path.name, null, MAP_ENDINGS[format]),
    parts: inTurns(listMapParts(pathToMap(path), format, now)),
  };
}
