import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { formatUtcDatabase, parseUtc } from '@waymark/domain/time/utc';
import { t } from '#/language/t.ts';
import type { PassageRow } from './passage-place.ts';
import { WAVEFORM_NAMES, type PassageRecord, type WaveformName, type WaveformType } from './waveform.ts';

/** Milliseconds since 1970 from the server's text. */
export function readTime(text: string): number {
  const parsed = parseUtc(text);
  return parsed.ok ? parsed.value : Number.NaN;
}

const writeExact = (at: number, zone: Zone): string =>
  zone === UTC ? formatUtcDatabase(at) : writeTime(at, zone, 'millisecond');

/** P-001: "Detection Count 148 / 2026-03-16 09:41:56.120000" */
export function titlePassage(
  { detectionCount, passageTimeStamp }: Pick<PassageRow, 'detectionCount' | 'passageTimeStamp'>,
  zone: Zone = UTC,
): string {
  return t('Detection Count {number} / {time}', {
    number: detectionCount,
    time: writeExact(readTime(passageTimeStamp), zone),
  });
}

/** P-009. */
export function askForTime(at: number, zone: Zone = UTC): string {
  return t('Save passage time as {time}?', { time: writeExact(at, zone) });
}

export type WaveformChoice = WaveformName | 'All';

export const labelChoice = (choice: WaveformChoice): string => (choice === 'All' ? t('All') : choice);

export const labelChoices = (choices: readonly WaveformChoice[]) =>
  choices.map((value) => ({ value, label: labelChoice(value) }));

/** The choices of waveforms; "All" only if there are several. */
export function listChoices({
  elfId,
  geoId,
  magId,
}: Pick<PassageRow, 'elfId' | 'geoId' | 'magId'>): readonly WaveformChoice[] {
  const names = WAVEFORM_NAMES.filter((_, type) => [elfId, geoId, magId][type] !== null);
  return names.length > 1 ? [...names, 'All'] : names;
}

/** The user's choice if the passage has it; else the opened record, else the first. */
export function findChoice(
  chosen: WaveformChoice | null,
  choices: readonly WaveformChoice[],
  opened: WaveformType,
): WaveformChoice {
  const wanted = [chosen, WAVEFORM_NAMES[opened]].find((each) => each !== null && choices.includes(each));
  return wanted ?? choices[0] ?? WAVEFORM_NAMES[opened];
}

export function listTypesOf(choice: WaveformChoice): readonly WaveformType[] {
  return ([0, 1, 2] as const).filter((type) => choice === 'All' || WAVEFORM_NAMES[type] === choice);
}

type Recorded = Pick<PassageRecord, 'data' | 'isSnippet'>;

/** Explains why there is no chart. */
export function explainNoData(name: WaveformChoice, record: Recorded | undefined, isAutoDownload: boolean): string {
  if (record === undefined) return t('This passage has no {name} record.', { name });
  if (record.data.length > 0)
    return t('The {name} waveform cannot be read: it has {number} values.', { name, number: record.data.length });
  if (isAutoDownload)
    return t('The {name} waveform has not come yet. Auto-download is on, so the device is asked for it.', { name });
  return t('The device has sent no {name} waveform with this passage. A download can be sent from Commands.', { name });
}

type Described = Pick<PassageRow, 'uid' | 'MarkerName' | 'ToolName' | 'RunId'>;

/** "AGM 10488, AGM-12, CLN-16-02, run 4127": the device, its marker, tool and run. */
export function describeOrigin({ uid, MarkerName, ToolName, RunId }: Described): string {
  return [t('AGM {uid}', { uid }), MarkerName, ToolName, RunId === null ? null : t('run {runId}', { runId: RunId })]
    .filter((part) => part !== null)
    .join(', ');
}

type Sampled = Pick<
  PassageRecord,
  'packetComplexInformation' | 'passageDetectedFrequency' | 'samplingRate' | 'isSnippet'
>;

/** "22 Hz, 16.667 Hz sampling" */
export function describeRecord({
  packetComplexInformation,
  passageDetectedFrequency,
  samplingRate,
  isSnippet,
}: Sampled): string {
  const frequency =
    packetComplexInformation === 0 && passageDetectedFrequency > 0 ? [`${passageDetectedFrequency} Hz`] : [];
  const sampling = t('{hz} Hz sampling', { hz: Number(samplingRate.toFixed(3)) });
  return [...frequency, sampling, ...(isSnippet ? [t('from a satellite snippet')] : [])].join(', ');
}

/** "+4.268 s" */
export function formatOffset(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${(Math.abs(ms) / 1000).toFixed(3)} s`;
}
