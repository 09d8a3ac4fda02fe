import type { ReportRow } from '../reports/report-row.ts';
import type { FinishedRun } from '../routes/finished-runs.ts';
import type { RunUpdate } from '../events/runs.ts';

// The documents' spelling of a run's times, names and news, and the project's own.

/** As texts, or as instants once they are read. */
export interface TimesText<Time = string> {
  readonly launchTime: Time | null;
  readonly receiveTime: Time | null;
}

export const readTimes = <Time>({
  launchTime,
  recieveTime,
}: {
  readonly launchTime: Time | null;
  readonly recieveTime: Time | null;
}): TimesText<Time> => ({ launchTime, receiveTime: recieveTime });

/** The text of a run with its receive time. */
export function withReceiveTime<Text extends object, Time>(text: Text, receiveTime: Time) {
  return { ...text, recieveTime: receiveTime };
}

/** A completed run in a list. */
export interface CompletedRun extends Omit<FinishedRun, 'pigRunName' | 'recieveTime'> {
  readonly name: string;
  readonly receiveTime: string;
}

export function readCompletedRun({ pigRunName, recieveTime, ...run }: FinishedRun): CompletedRun {
  return { ...run, name: pigRunName, receiveTime: recieveTime };
}

export function writeCompletedRun({ name, receiveTime, ...run }: CompletedRun): FinishedRun {
  return { ...run, pigRunName: name, recieveTime: receiveTime };
}

type OwnRunUpdate = Omit<RunUpdate, 'messagegName'> & { readonly messageName: RunUpdate['messagegName'] };

export function readRunUpdate({ messagegName, ...update }: RunUpdate): OwnRunUpdate {
  return { ...update, messageName: messagegName };
}

export function writeRunUpdate({ messageName, ...update }: OwnRunUpdate): RunUpdate {
  return { ...update, messagegName: messageName };
}

export const writeRunName = (runName: string | null) => ({ pigRunName: runName });
export const readRunName = ({ pigRunName }: Pick<ReportRow, 'pigRunName'>): string | null => pigRunName;
/** The field with the name of a run, for lists of words about fields. */
export const RUN_NAME_FIELD = 'pigRunName' satisfies keyof FinishedRun;
