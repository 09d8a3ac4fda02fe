import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { readRun } from '@waymark/contract/runs/read-run';
import type { PigRunText } from '@waymark/contract/runs/pig-run';
import type { Marker } from '@waymark/domain/path/marker';
import type { Run } from '@waymark/domain/run/run';
import { t } from '#/language/t.ts';

/** Run, tool and marker of a passage; all null: no run. */
export type RunInfo = Pick<PassageRow, 'RunId' | 'PigRunName' | 'ToolName' | 'MarkerName'>;

export const NO_RUN_INFO: RunInfo = { RunId: null, PigRunName: null, ToolName: null, MarkerName: null };

/** A run to which a passage can be assigned. */
export interface RunChoice {
  readonly runId: number;
  readonly name: string;
  /** A run has one pig. */
  readonly tools: readonly string[];
  readonly markers: readonly string[];
}

/** Active at that time: launched before it, and not received before it (H-042, H-043). */
function wasOnItsWay({ launchAt, completedAt }: Run, at: number): boolean {
  return launchAt !== null && launchAt < at && (completedAt === null || completedAt >= at);
}

const canBeNamed = ({ description, state }: Marker) => description === 'AGM' || state === 'TRACK';

interface Passed {
  /** UTC milliseconds. */
  readonly at: number;
  /** The company of its device; null: unknown. */
  readonly groupId: number | null;
}

export function listRunChoices(texts: readonly PigRunText[], { at, groupId }: Passed): readonly RunChoice[] {
  return texts
    .map(readRun)
    .filter((run) => wasOnItsWay(run, at) && (groupId === null || run.groupId === groupId))
    .map(({ runId, pig, path }) => ({
      runId,
      name: path.name,
      tools: [pig],
      markers: path.markers.filter(canBeNamed).map(({ name }) => name),
    }));
}

/** "Cushing to Tulsa, run 41" */
export const describeRun = ({ name, runId }: RunChoice): string => t('{name}, run {runId}', { name, runId });

const FIELDS = [
  [t('Run'), 'RunId'],
  [t('Pig run'), 'PigRunName'],
  [t('Tool'), 'ToolName'],
  [t('Marker'), 'MarkerName'],
] as const;

export interface ComparedField {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly isChanged: boolean;
}

const orNone = (value: string | number | null) => String(value ?? t('none'));

/** Old beside new values, field by field (H-014). */
export function compareRunInfo(before: RunInfo, after: RunInfo): readonly ComparedField[] {
  return FIELDS.map(([label, field]) => ({
    label,
    before: orNone(before[field]),
    after: orNone(after[field]),
    isChanged: before[field] !== after[field],
  }));
}

/** The chosen run info; null while a part is missing. */
export function toRunInfo(run: RunChoice | undefined, tool: string | null, marker: string | null): RunInfo | null {
  if (!run || tool === null || marker === null) return null;
  return { RunId: run.runId, PigRunName: run.name, ToolName: tool, MarkerName: marker };
}
