import type { HookEventData, HookEventType } from '@waymark/contract/event-hooks/catalogue';
import type { CompanyId } from '@waymark/domain/ids';
import type { Change, DomainEvents } from '../../../platform/database/change.ts';
import {
  addHookEvents,
  findPathsOfDevices,
  listWanting,
  takes,
  type NewHookEvent,
  type WantingHook,
} from './hook-events.store.ts';

// Events of devices: presence and answers to commands.

type Turn = DomainEvents['devices-turned']['turns'][number];
type Answered = DomainEvents['commands-answered']['commands'][number];
type Reason = HookEventData<'waymark.device.offline'>['reason'];

const PRESENCE_TYPES = ['waymark.device.online', 'waymark.device.offline'] as const satisfies readonly HookEventType[];
const ANSWER_TYPES = [
  'waymark.command.accepted',
  'waymark.command.rejected',
] as const satisfies readonly HookEventType[];

type DeviceEvent = Pick<
  Extract<NewHookEvent, { type: (typeof PRESENCE_TYPES)[number] | (typeof ANSWER_TYPES)[number] }>,
  'type' | 'data'
>;

/** A report of a device that was offline already says nothing new, except that it is overdue. */
function findReason({ kind, wasConnected }: Turn): Reason | null {
  if (kind === 'offline') return wasConnected ? 'lost' : 'overdue';
  if (!wasConnected || kind === 'online') return null;
  return kind === 'sleepReport' ? 'asleep' : 'shutdown';
}

function describeTurn(turn: Turn): DeviceEvent | null {
  const { uid, kind, wasConnected } = turn;
  if (kind === 'online') return wasConnected ? null : { type: 'waymark.device.online', data: { uid } };
  const reason = findReason(turn);
  return reason && { type: 'waymark.device.offline', data: { uid, reason } };
}

function describeAnswer({ id, uid, type, parameters, queuedBy, note, state }: Answered): DeviceEvent {
  return {
    type: state === 'accepted' ? 'waymark.command.accepted' : 'waymark.command.rejected',
    data: { commandId: id, uid, commandType: type, parameters, queuedBy, note },
  };
}

interface Plan {
  readonly groupId: CompanyId;
  readonly hooks: readonly WantingHook[];
  readonly publicUrl: string;
}

async function addDeviceEvents(change: Change, { hooks, ...source }: Plan, described: readonly DeviceEvent[]) {
  const paths = await findPathsOfDevices(change, hooks, [...new Set(described.map(({ data }) => data.uid))]);
  const at = Date.now();
  const events = described.map((event) => {
    const { uid } = event.data;
    const hookIds = hooks.filter((hook) => takes(hook, event.type, paths.get(uid) ?? [])).map(({ id }) => id);
    return { ...event, subject: `devices/${uid}`, sequence: `device ${uid}`, at, hookIds } as NewHookEvent;
  });
  await addHookEvents(change, source, events);
}

/** Stores the events of devices that came or went. */
export function addPresenceEvents(publicUrl: string) {
  return async (change: Change, { turns }: DomainEvents['devices-turned']): Promise<void> => {
    for (const [groupId, ofCompany] of Map.groupBy(turns, (turn) => turn.groupId)) {
      const described = ofCompany.flatMap((turn) => describeTurn(turn) ?? []);
      if (described.length === 0) continue;
      const hooks = await listWanting(change, groupId, PRESENCE_TYPES);
      if (hooks.length > 0) await addDeviceEvents(change, { groupId, hooks, publicUrl }, described);
    }
  };
}

/** Stores the events of commands that devices have answered. */
export function addAnswerEvents(publicUrl: string) {
  return async (change: Change, { commands }: DomainEvents['commands-answered']): Promise<void> => {
    for (const [groupId, ofCompany] of Map.groupBy(commands, (command) => command.groupId)) {
      const hooks = await listWanting(change, groupId, ANSWER_TYPES);
      if (hooks.length > 0) await addDeviceEvents(change, { groupId, hooks, publicUrl }, ofCompany.map(describeAnswer));
    }
  };
}
