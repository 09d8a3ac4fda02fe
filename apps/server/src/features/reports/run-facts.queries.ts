import { locateDevice } from '@waymark/domain/report/heartbeat-match';
import type { PassageFacts } from '@waymark/domain/report/default-report';
import { passageKey, type Run, type RunPassage } from '@waymark/domain/run/run';
import { combine } from '@waymark/domain/scoring/verdict';
import { withinCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { findNearestHeartbeats, type NearestHeartbeat } from './nearest-heartbeats.queries.ts';
import { listFirmware } from './report-names.queries.ts';
import { readScores, type RowScores } from './report-row.wire.ts';
import { findScores } from './run-scores.queries.ts';

/** The data of a run's passages that the run itself does not store. */
export interface KnownPassage extends PassageFacts {
  readonly scores: RowScores | null;
  /** GPS satellites in the nearest heartbeat; null: none within ten minutes. */
  readonly satellites: number | null;
}

const percentOf = (scores: string | null | undefined) => combine(readScores(scores ?? null))?.percent ?? null;

function describe(
  passage: RunPassage,
  heartbeat: NearestHeartbeat | null,
  firmware: number | null,
  scores: RowScores | null,
): KnownPassage {
  const stood = heartbeat && { place: { lat: heartbeat.lat, lon: heartbeat.lon }, altitudeMm: heartbeat.altitude_mm };
  return {
    ...locateDevice(passage, stood),
    firmware,
    scores,
    satellites: heartbeat?.satellite_count ?? null,
    batteryMv: heartbeat?.battery_mv ?? null,
    signalDbm: heartbeat && -heartbeat.signal_strength,
    percents: {
      elf: percentOf(scores?.elf_scores),
      geo: percentOf(scores?.geo_scores),
      mag: percentOf(scores?.mag_scores),
    },
  };
}

/**
 * By the key of the passage, without manual ones. Only records of the run's company count: a device that has moved may
 * have sent a nearer heartbeat for another company.
 */
export async function readFacts(
  { scope, db }: Reader,
  { groupId, passages }: Pick<Run, 'groupId' | 'passages'>,
): Promise<ReadonlyMap<string, KnownPassage>> {
  const reader = { scope: withinCompany(scope, groupId), db };
  const heard = passages.flatMap((passage) => (passage.uid === null ? [] : [{ ...passage, uid: passage.uid }]));
  const [heartbeats, firmware, scores] = await Promise.all([
    findNearestHeartbeats(
      reader,
      heard.map(({ uid, passageAt: at }) => ({ uid, at })),
    ),
    listFirmware(reader, [...new Set(heard.map(({ uid }) => uid))]),
    findScores(reader, heard),
  ]);
  return new Map(
    heard.map((passage, at) => {
      const key = passageKey(passage);
      return [
        key,
        describe(passage, heartbeats[at] ?? null, firmware.get(passage.uid) ?? null, scores.get(key) ?? null),
      ];
    }),
  );
}
