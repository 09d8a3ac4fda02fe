import type { Config } from '../config.ts';
import { unassignUser } from '../features/alerts/alerts.store.ts';
import { planAutoDownload } from '../features/commands/auto-download.jobs.ts';
import { deleteCommandsOfDevice } from '../features/commands/queue.store.ts';
import { endDeviceAccess } from '../features/credentials/device-credentials.store.ts';
import { refuseDownloadsOfDevice } from '../features/downloads/downloads.store.ts';
import { removeUserFromOnCall } from '../features/on-call/leave-on-call.ts';
import { dropUnsentOfUser } from '../features/outbox/outbox.store.ts';
import { lockPathsOfDevice, removeDeviceFromPaths } from '../features/paths/leave-paths.ts';
import { deleteEarlyWaveforms } from '../features/records/early-waveforms.store.ts';
import { notifyOfChange } from '../features/runs/alerts/tell-news.ts';
import { lockRunsOfDevice, removeDeviceFromRuns, removeUserFromRuns } from '../features/runs/leave-runs.ts';
import { planLinking } from '../features/runs/link-passage.jobs.ts';
import { keepExpiringPassages } from '../features/runs/run-passages.store.ts';
import { rescoreMoved } from '../features/scoring/scoring.jobs.ts';
import { dropDraftOfUser } from '../features/shift/handovers.service.ts';
import { deleteListeners } from '../features/streaming/streaming.store.ts';
import type { DomainEventHandlers } from '../platform/database/change.ts';

/** The handlers of each domain event, in call order; they run in the transaction of the change. */
export const listDomainEventHandlers = ({ publicUrl }: Config): DomainEventHandlers => ({
  'user-leaving': [removeUserFromRuns, dropUnsentOfUser, unassignUser, removeUserFromOnCall, dropDraftOfUser],
  'device-leaving': [lockRunsOfDevice, lockPathsOfDevice],
  'device-removed': [
    endDeviceAccess,
    deleteEarlyWaveforms,
    deleteCommandsOfDevice,
    refuseDownloadsOfDevice,
    deleteListeners,
    removeDeviceFromRuns,
    removeDeviceFromPaths,
  ],
  'passages-stored': [planLinking, planAutoDownload],
  'passages-expiring': [keepExpiringPassages],
  'runs-changed': [rescoreMoved, notifyOfChange(publicUrl)],
});
