import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';
import type { CallAt } from '#/api/address.ts';
import { t } from '#/language/t.ts';

/** The choice for a download: a completed run, or devices and time range from the report parameters. */
export type DownloadChoice =
  | { readonly by: 'run'; readonly runId: number | null }
  | { readonly by: 'agms'; readonly start: string; readonly end: string; readonly uids: readonly number[] };

export type DownloadRequest = CallAt<'POST /pigrun/DownloadRecordedPassageDataRequest'>['body'];

export interface Message {
  readonly title: string;
  readonly text: string;
}

export const VALIDATION_TITLE = t('Download Recorded Passage Data Validation');

const NO_RUN: Message = { title: t('Information Message'), text: t('A completed pig run must be selected.') };

const toRequest = (launchAt: number, receivedAt: number, uids: readonly number[]): DownloadRequest => ({
  launchDate: formatUtcSecond(launchAt),
  receiveDate: formatUtcSecond(receivedAt),
  uidList: [...uids],
});

/** The data of a completed run. */
export interface ArrivedRun {
  readonly launchAt: number | null;
  readonly receivedAt: number | null;
  readonly uids: readonly number[];
}

type Checked<Value> = { readonly message: Message } | { readonly value: Value };

/**
 * O-054, O-055: the first missing entry; else the run to load, or the request. A list without devices counts as
 * missing.
 */
export function checkChoice(choice: DownloadChoice): Checked<{ readonly runId: number } | DownloadRequest> {
  if (choice.by === 'run') return choice.runId === null ? { message: NO_RUN } : { value: { runId: choice.runId } };
  const [start, end] = [parseTypedUtc(choice.start), parseTypedUtc(choice.end)];
  const refuse = (text: string) => ({ message: { title: VALIDATION_TITLE, text } });
  if (!start.ok) return refuse(t('The start date in the enter report parameters section is not valid.'));
  if (!end.ok) return refuse(t('The end date in the enter report parameters section is not valid.'));
  if (start.value >= end.value)
    return refuse(t('The start date in the enter report parameters section must be before the end date.'));
  if (choice.uids.length === 0)
    return refuse(t('At least one uid value must be selected in the enter report parameters section.'));
  return { value: toRequest(start.value, end.value, choice.uids) };
}

/** The time between a run's launch and receive, and its devices. */
export function readArrivedRun({ launchAt, receivedAt, uids }: ArrivedRun): Checked<DownloadRequest> {
  if (receivedAt === null) return { message: NO_RUN };
  const refuse = (text: string) => ({ message: { title: VALIDATION_TITLE, text } });
  if (launchAt === null) return refuse(t('The completed pig run has no launch time.'));
  if (launchAt >= receivedAt) return refuse(t('The completed pig run ends before it begins.'));
  if (uids.length === 0) return refuse(t('The completed pig run has no AGMs.'));
  return { value: toRequest(launchAt, receivedAt, uids) };
}
