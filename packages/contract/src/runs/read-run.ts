import { DEFAULT_AUTO_SETTINGS, passageIdOf, type Run, type RunPassage } from '@waymark/domain/run/run';
import { formatUtcMillisecond, formatUtcSecond, parseUtc } from '@waymark/domain/time/utc';
import { packetKind } from '../devices/fields.ts';
import { runMarkers, runPassages, runPath, type PigRunText, type RunPassage as RunPassageText } from './pig-run.ts';
import { readMarker, readPath } from './read-path.ts';

// Converts between the wire form of a run and the domain's, for the server and the consoles.

function readInstant(text: string | null): number | null {
  const at = text === null ? null : parseUtc(text);
  return at?.ok ? at.value : null;
}

export function readPassage(sent: RunPassageText): RunPassage {
  const {
    markerName,
    uid,
    isVerified,
    verifiedBy,
    elfId,
    geoId,
    magId,
    detectionCount,
    isOffline,
    isBluetooth,
    lat,
    lon,
    samplingRate,
  } = sent;
  return {
    markerName,
    uid,
    isVerified,
    elfId,
    geoId,
    magId,
    detectionCount,
    isOffline,
    isBluetooth,
    samplingRate,
    ...(typeof verifiedBy === 'string' && { verifiedBy }),
    passageAt: readInstant(sent.passageTimeStamp) ?? 0,
    endOfSnipAt: readInstant(sent.passageTimeEndOfSnip),
    frequency: sent.passageDetectedFrequency,
    place: lat === null || lon === null ? null : { lat, lon },
    altitudeMm: sent.alt,
  };
}

const kindOf = ({ magId, elfId, geoId }: RunPassage): RunPassageText['packetComplexInformation'] =>
  magId !== null ? 2 : elfId !== null ? 0 : geoId === null ? null : packetKind.parse(1);

export function writePassage(passage: RunPassage): RunPassageText {
  const {
    markerName,
    uid,
    isVerified,
    verifiedBy,
    elfId,
    geoId,
    magId,
    detectionCount,
    isOffline,
    isBluetooth,
    samplingRate,
    place,
    endOfSnipAt,
  } = passage;
  return {
    markerName,
    // Manual times have second precision.
    passageTimeStamp: uid === null ? formatUtcSecond(passage.passageAt) : formatUtcMillisecond(passage.passageAt),
    uid,
    isVerified,
    ...(typeof verifiedBy === 'string' && { verifiedBy }),
    passageId: passageIdOf(passage),
    elfId,
    geoId,
    magId,
    passageDetectedFrequency: passage.frequency,
    detectionCount,
    packetComplexInformation: kindOf(passage),
    passageTimeEndOfSnip: endOfSnipAt === null ? null : formatUtcMillisecond(endOfSnipAt),
    isOffline,
    isBluetooth,
    lat: place?.lat ?? null,
    lon: place?.lon ?? null,
    alt: passage.altitudeMm,
    samplingRate,
  };
}

/** Throws only for faults that the sender of the text must have caused. */
export function readRun(text: PigRunText): Run {
  const { autoLinkDistance, autoVerifyMinutes, etaSpreads, ...path } = runPath.parse(JSON.parse(text.pigPath));
  const markers = runMarkers.parse(JSON.parse(text.markers)).map(({ ETA: _, ...marker }) => readMarker(marker));
  const editedAt = readInstant(text.PigEditTime);
  const { EditPigLocLat: lat, EditPigLocLon: lon } = text;
  const isEdited = text.IsEdit && editedAt !== null && lat !== null && lon !== null;
  return {
    runId: text.runId,
    groupId: text.groupId,
    rev: text.rev,
    pig: text.pig,
    path: { ...readPath({ ...path, markers: [] }), markers },
    launchAt: readInstant(text.launchTime),
    completedAt: readInstant(text.recieveTime),
    ...(text.endedTime !== undefined && { endedAt: readInstant(text.endedTime) }),
    edit: isEdited ? { at: editedAt, place: { lat, lon }, speed: text.NewSpeed } : null,
    jobNumber: text.jobNumber,
    passages: runPassages.parse(JSON.parse(text.passages)).map(readPassage),
    auto: {
      linkDistanceM: autoLinkDistance ?? DEFAULT_AUTO_SETTINGS.linkDistanceM,
      verifyMinutes: autoVerifyMinutes ?? DEFAULT_AUTO_SETTINGS.verifyMinutes,
      spreads: etaSpreads ?? null,
    },
  };
}
