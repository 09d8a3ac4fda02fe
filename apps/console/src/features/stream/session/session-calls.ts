import { toPath } from '@waymark/client/to-path';
import { buildWebPassage, type StreamPlace } from '@waymark/domain/stream/web-passage';
import type { CapturedPassage } from '@waymark/domain/stream/engine-types';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { CallAt } from '#/api/address.ts';
import { bearerSource } from '#/api/bearer.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { makeHeaders } from '#/api/send.ts';
import type { EventQueue } from '#/live/event-queue.ts';
import type { CommandDesk } from './stream-enable.ts';

/** The connections of a session: the API, and the hub's events about commands. */
interface Surroundings {
  readonly uid: number;
  readonly events: Pick<EventQueue, 'listenForAlerts'>;
  readonly readDevice: CommandDesk['readDevice'];
  /** The server's time. */
  readonly now: () => number;
}

function makeCommand({ uid, now }: Surroundings, isEnabled: boolean): CallAt<'POST /commands/queue'>['body'] {
  return {
    uid,
    commandType: 'StreamEnable',
    timeStampSent: formatUtcSecond(now()),
    parameters: { streamEnabled: isEnabled },
    fromStreamDialog: true,
  };
}

/** Outlives the page, unlike an ordinary call; nothing waits for its answer. */
function stopAtLeave(surroundings: Surroundings): void {
  const headers = makeHeaders(bearerSource.get().readToken());
  headers.set('content-type', 'application/json');
  const body = JSON.stringify(makeCommand(surroundings, false));
  fetch(toPath('/commands/queue', {}), { method: 'POST', keepalive: true, headers, body }).catch(logFailure);
}

export function createDesk(surroundings: Surroundings): CommandDesk {
  const { uid, events, readDevice } = surroundings;
  return {
    readDevice,
    isSignedIn: () => bearerSource.get().readToken() !== null,
    async queue(isEnabled) {
      const { commandId } = await callApi('POST /commands/queue', { body: makeCommand(surroundings, isEnabled) });
      return commandId;
    },
    remove: (commandId) => callApi('DELETE /commands/:commandId', { params: { commandId } }),
    // Subscribed like alarms: also while the page is hidden.
    follow(listener) {
      const stops = [
        events.listenForAlerts('ReceiveCommandResponse', ({ uid: from, command: { commandId } }) => {
          if (from === uid && commandId !== null) listener({ commandId, state: 'accepted', note: null });
        }),
        events.listenForAlerts('ReceiveCommandUpdate', (command) => {
          if (command.uid === uid) listener(command);
        }),
      ];
      return () => stops.forEach((stop) => stop());
    },
    stopAtLeave: () => stopAtLeave(surroundings),
  };
}

export function addPassage(passage: CapturedPassage, place: StreamPlace): Promise<unknown> {
  return callApi('POST /pigrun/addwebpassage', { body: buildWebPassage(passage, place) });
}
