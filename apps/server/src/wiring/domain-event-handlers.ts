import type { Config } from '../config.ts';
import { fireFlags } from '../features/broadcast/path-flags.service.ts';
import { planAutoDownload } from '../features/commands/auto-download.ts';
import { removeUnwanted } from '../features/commands/commands.service.ts';
import { planStreamStops } from '../features/commands/stream-stop.ts';
import { takeAnswer } from '../features/commands/answers.store.ts';
import { rejectOverOtherLink } from '../features/commands/other-link.store.ts';
import { deleteCommandsOfDevice, storeCommands } from '../features/commands/queue.store.ts';
import { endDeviceAccess } from '../features/credentials/device-credentials.store.ts';
import { endRelaysOfGroup } from '../features/credentials/group-relays.store.ts';
import { addDownloads, refuseDownloadsOfDevice, settleDownloads } from '../features/downloads/downloads.store.ts';
import { addToOutbox, dropUnsentOfRun, dropUnsentOfUser } from '../features/outbox/outbox.store.ts';
import { followRun, settleRecordsOfRun } from '../features/passages/follow-run.ts';
import { holdPathsOfDevice, removeDeviceFromPaths } from '../features/paths/leave-paths.ts';
import { storeAcceptedSettings } from '../features/records/accepted-settings.store.ts';
import { storeSeenPassage } from '../features/records/seen-passage.store.ts';
import { forgetEarlyWaveforms } from '../features/records/early-waveforms.store.ts';
import { tellOfChange } from '../features/runs/alerts/tell-news.ts';
import { followPassage, givePassage, holdForPassage } from '../features/runs/follow-passage.ts';
import { holdRunsOfDevice, removeDeviceFromRuns, removeUserFromRuns } from '../features/runs/leave-runs.ts';
import { planLinking } from '../features/runs/link-passage.jobs.ts';
import { planScoring, scoreMovedAnew, scoreRunAnew } from '../features/scoring/scoring.jobs.ts';
import { replacePassword, restartPassword, startPassword } from '../features/session/password.service.ts';
import { endSessions } from '../features/session/session.store.ts';
import { endListening } from '../features/streaming/streaming.store.ts';
import { followTextWish } from '../features/users/text-wishes.store.ts';
import { recordExternalUser } from '../features/users/users.store.ts';
import type { DomainEventHandlers } from '../platform/database/change.ts';

/** Who hears which domain event, in the same transaction: one line each. */
export const listDomainEventHandlers = ({ publicUrl, textGateway }: Config): DomainEventHandlers => ({
  'user-created': [startPassword],
  'user-access-changed': [
    (change, { userId }) => endSessions(change, { userId, reason: 'account-changed' }, 'role or company changed'),
    restartPassword,
  ],
  'user-email-changed': [restartPassword],
  'user-leaving': [removeUserFromRuns, dropUnsentOfUser],
  'user-password-given': [replacePassword],
  'user-removed': [(change, { userId }) => endSessions(change, { userId, reason: 'account-changed' }, 'user removed')],
  'group-removed': [endRelaysOfGroup],
  'external-user-seen': [recordExternalUser],
  'device-added': [],
  'device-leaving': [holdRunsOfDevice, holdPathsOfDevice],
  'device-removed': [
    endDeviceAccess,
    forgetEarlyWaveforms,
    deleteCommandsOfDevice,
    refuseDownloadsOfDevice,
    endListening,
    removeDeviceFromRuns,
    removeDeviceFromPaths,
  ],
  'links-settled': [rejectOverOtherLink],
  'passage-seen': [storeSeenPassage],
  'passages-stored': [planLinking, planAutoDownload],
  'waveforms-stored': [planScoring],
  'command-acknowledged': [takeAnswer],
  'command-accepted': [storeAcceptedSettings],
  'commands-queued': [addDownloads],
  'commands-settled': [settleDownloads],
  'commands-unwanted': [removeUnwanted],
  'commands-wanted': [async (change, { drafts, origin }) => void (await storeCommands(change, drafts, origin))],
  'streams-left': [planStreamStops],
  'passage-wanted': [holdForPassage],
  'passage-changed': [followPassage],
  'passage-given': [givePassage],
  'run-changed': [followRun, scoreMovedAnew, tellOfChange(publicUrl)],
  'run-tools-changed': [scoreRunAnew],
  'run-synchronised': [settleRecordsOfRun, scoreRunAnew],
  'run-removed': [dropUnsentOfRun],
  'path-event': [async (change, event) => void (await fireFlags(change, event, Date.now()))],
  'message-wanted': [async (change, message) => void (await addToOutbox(change, message))],
  'text-wish-received': [followTextWish(textGateway)],
});
