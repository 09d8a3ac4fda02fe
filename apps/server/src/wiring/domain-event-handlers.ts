import type { Config } from '../config.ts';
import { unassignUser } from '../features/alerts/alerts.store.ts';
import { removeFeedsOfUser } from '../features/calendar/leave-calendar.ts';
import { deleteAnswersOfUser } from '../features/alerts/answers.store.ts';
import { planAutoDownload } from '../features/commands/auto-download.jobs.ts';
import { deleteCommandsOfDevice } from '../features/commands/queue.store.ts';
import { endDeviceAccess } from '../features/credentials/device-credentials.store.ts';
import { refuseDownloadsOfDevice } from '../features/downloads/downloads.store.ts';
import { removeUserFromOnCall } from '../features/on-call/leave-on-call.ts';
import { dropUnsentOfUser } from '../features/outbox/outbox.store.ts';
import { lockPathsOfDevice, removeDeviceFromPaths } from '../features/paths/leave-paths.ts';
import { deleteEarlyWaveforms } from '../features/records/early-waveforms.store.ts';
import { removeUserFromReportMails } from '../features/report-mails/leave-report-mails.ts';
import { notifyOfChange } from '../features/runs/alerts/tell-news.ts';
import { lockRunsOfDevice, removeDeviceFromRuns, removeUserFromRuns } from '../features/runs/leave-runs.ts';
import { planLinking } from '../features/runs/link-passage.jobs.ts';
import { keepExpiringPassages } from '../features/runs/run-passages.store.ts';
import { rescoreMoved } from '../features/scoring/scoring.api.ts';
import { addAlertEvents } from '../features/event-hooks/events/alert-events.ts';
import { addAnswerEvents, addPresenceEvents } from '../features/event-hooks/events/device-events.ts';
import { addRunEvents } from '../features/event-hooks/events/run-events.ts';
import { dropDraftOfUser } from '../features/shift/handovers.service.ts';
import { deleteListeners } from '../features/streaming/streaming.store.ts';
import type { DomainEventHandlers } from '../platform/database/change.ts';

/** The handlers of each domain event, in call order; they run in the transaction of the change. */
export const listDomainEventHandlers = ({ publicUrl }: Config): DomainEventHandlers => ({
  'user-leaving': [
    removeUserFromRuns,
    dropUnsentOfUser,
    unassignUser,
    deleteAnswersOfUser,
    removeUserFromOnCall,
    removeFeedsOfUser,
    removeUserFromReportMails,
    dropDraftOfUser,
  ],
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
  'runs-changed': [rescoreMoved, addRunEvents(publicUrl), notifyOfChange(publicUrl)],
  'alerts-changed': [addAlertEvents(publicUrl)],
  'devices-turned': [addPresenceEvents(publicUrl)],
  'commands-answered': [addAnswerEvents(publicUrl)],
});
