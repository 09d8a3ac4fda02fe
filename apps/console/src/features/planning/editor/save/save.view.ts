import { t } from '#/language/t.ts';
import type { ShownError } from '#/ui/state/shown-error.ts';

/** The failed step and its reason. */
export interface SaveMessage {
  readonly text: string;
  readonly reason: ShownError;
}

export const HALF_SAVED = t('The pig path is saved, but its broadcast commands are not, or were not sent. Save again.');

export function describeSaveFailure(pathId: number): string {
  return pathId === -1
    ? t('Unable to create pig path. Confirm field validations.')
    : t('Unable to update pig path. Confirm field validations.');
}

export function describeReason({ message, logId }: ShownError): string {
  return logId === undefined ? message : `${message} LogId = [${logId}]`;
}

interface Sent {
  readonly queued: number;
  readonly failed: readonly unknown[];
}

/** "6 commands queued; 1 AGM cannot take all of them." */
export function describeSent({ queued, failed }: Sent): string {
  if (failed.length === 0) return t('{count} command queued.|{count} commands queued.', { count: queued });
  return t('{commands}; {agms}', {
    commands: t('{count} command queued|{count} commands queued', { count: queued }),
    agms: t('{count} AGM cannot take all of them.|{count} AGMs cannot take all of them.', { count: failed.length }),
  });
}
