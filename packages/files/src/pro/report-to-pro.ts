import { MISSED, UNWATCHED, type MarkerRow } from '@waymark/domain/report/default-report';
import { readAltitude, stripNote } from '@waymark/domain/report/report-columns';
import { listTracked, type RunReport } from '@waymark/domain/report/summary-report';
import { INCHES_PER_METRE } from '@waymark/domain/units/length';
import type { ProFile, ProHead, ProMarker, ProPassage } from './pro-file.ts';

// Converts a report to the content of a `.pro` file, without the waveforms.

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0;
const roundOrNull = (value: number | null, decimals: number) => (value === null ? null : round(value, decimals));
const roundPlace = (degrees: number | null) => roundOrNull(degrees, 6);

function toMarker({ number, marker, passage }: MarkerRow): ProMarker {
  const { name, state, description, lat, lon, fromLaunchM, linkedUid, note } = marker;
  return {
    number,
    name,
    state,
    description,
    lat: round(lat, 6),
    lon: round(lon, 6),
    distanceM: round(fromLaunchM, 3),
    uid: passage?.uid ?? linkedUid,
    note: stripNote(note),
  };
}

function toPassage({ number, type, passage, leg, facts }: MarkerRow, withScores: boolean): ProPassage {
  const { elf, geo, mag } = facts.percents;
  return {
    number,
    // Readers of version 1 do not know the type of a marker without an AGM.
    type: type === UNWATCHED ? MISSED : type,
    at: passage && passage.passageAt,
    detectionCount: passage && passage.detectionCount,
    frequency: passage && passage.frequency,
    firmware: facts.firmware,
    lat: roundPlace(facts.place && facts.place.lat),
    lon: roundPlace(facts.place && facts.place.lon),
    altitudeM: roundOrNull(readAltitude(facts.altitudeMm), 1),
    legSpeed: roundOrNull(leg && leg.speed, 2),
    legS: roundOrNull(leg && leg.seconds, 3),
    mlPercents: withScores ? [elf, geo, mag] : [null, null, null],
  };
}

/** A Summary contains only tracked markers and no scores. */
export function toPro(report: RunReport, type: ProHead['type']): Omit<ProFile, 'waveforms'> {
  const { run, createdAt, speeds, lengthM } = report;
  const rows = type === 'default' ? report.rows : listTracked(report);
  return {
    head: {
      type,
      runId: run.runId,
      runName: run.path.name,
      tool: run.pig,
      jobNumber: run.jobNumber ?? '',
      createdAt,
    },
    run: {
      launchAt: run.launchAt,
      receiveAt: run.completedAt,
      expectedSpeed: round(run.path.expectedSpeed, 2),
      averageSpeed: roundOrNull(speeds.average, 2),
      diameterM: round(run.path.pipelineDiameter / INCHES_PER_METRE, 4),
      lengthM: round(lengthM, 3),
    },
    markers: rows.map(toMarker),
    passages: rows.map((row) => toPassage(row, type === 'default')),
  };
}
