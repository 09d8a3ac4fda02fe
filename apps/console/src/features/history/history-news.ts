import { liveEvents } from '#/live/live.ts';
import type { HistoryKind } from '#/features/devices/windows/history-reloads.ts';

type Stop = () => void;
type TakeTime = (time: string) => void;

function listenForResponses(uid: number, commandType: string, take: TakeTime): Stop {
  return liveEvents.listen('ReceiveCommandResponse', ({ uid: from, command }) => {
    if (from === uid && command.commandType === commandType) take(command.timeStampAck);
  });
}

/** Called for each new row of a device, with its time. */
export function listenForRows(kind: HistoryKind, uid: number, take: TakeTime): Stop {
  switch (kind) {
    case 'passage':
      return liveEvents.listen('ReceivePassage', (passage) => {
        if (passage.uid === uid) take(passage.passageTimeStamp);
      });
    case 'heartbeat':
      return liveEvents.listen('ReceiveHeartbeat', (heartbeat) => {
        if (heartbeat.uid === uid) take(heartbeat.heartbeatTimeStamp);
      });
    case 'deviceInfo':
      return listenForResponses(uid, 'DeviceInfo', take);
    case 'settings':
      return listenForResponses(uid, 'ControlSettings', take);
  }
}
