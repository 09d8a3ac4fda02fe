import type { Command } from '@waymark/device-protocol/mqtt/command';
import type { DownloadAgain } from '@waymark/device-protocol/mqtt/download-again';
import { ACK } from '@waymark/device-protocol/mqtt/device-report';
import { POWER_MODE } from '@waymark/commands/power-modes';
import type { PassageEvent } from '../passage/passage-event.ts';
import { applyCommand, type CommandEffect } from './command-effect.ts';
import { findRejection } from './command-gate.ts';
import { isSending } from './device-download.ts';
import { describeDisk } from './disk.ts';
import { sendAgain, takePackets } from './download.ts';
import { computeEnergy } from './energy.ts';
import { recallPassage, recordPassage } from './record-passage.ts';
import { toOutput, type DeviceOutput, type Report } from './report.ts';
import { buildHeartbeat, buildIntroduction, buildOnlineStatus, getVia } from './reports.ts';
import { computeNextWakeUp } from './schedule.ts';
import type { AnsweredCommand, DeviceState } from './state.ts';

// The device as a state machine: a pure function of the state, an input and the time.

export type DeviceInput =
  | {
      readonly kind:
        | 'start'
        | 'connected'
        | 'lost'
        | 'due'
        | 'heartbeat'
        | 'wake'
        | 'sleep'
        | 'reboot'
        | 'shut-down'
        | 'vanish'
        | 'stop';
    }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'again'; readonly request: DownloadAgain }
  /** The link can accept some packets of a download. */
  | { readonly kind: 'packets'; readonly count: number }
  | { readonly kind: 'passage'; readonly event: PassageEvent }
  /** A passage from before the device's start; it is reported ahead of earlier ones. */
  | { readonly kind: 'recall'; readonly event: PassageEvent }
  | { readonly kind: 'error'; readonly code: number; readonly detail: number };

export interface DeviceStep {
  readonly state: DeviceState;
  readonly outputs: readonly DeviceOutput[];
}

/** Time that a device waits for commands after waking up. */
export const GRACE_MS = 60_000;
export const RESTART_MS = 20_000;
const REMEMBERED_COMMANDS = 32;

const stay = (state: DeviceState): DeviceStep => ({ state, outputs: [] });

function call(state: DeviceState): DeviceStep {
  return { state: { ...state, life: 'calling', wakeAt: null }, outputs: [{ kind: 'connect' }] };
}

function sendHeartbeat(state: DeviceState, now: number): DeviceStep {
  const use = { powerMode: state.settings.powerMode, isStreaming: state.isStreaming };
  const charged = { ...state, energy: computeEnergy(state.energy, state.profile, use, now) };
  return { state: charged, outputs: [toOutput({ name: 'hb', body: buildHeartbeat(charged, now) })] };
}

/** Active devices send heartbeats at their interval; the others stay only for the grace. */
function planStay(state: DeviceState, now: number): DeviceState {
  const isActive = state.settings.powerMode === POWER_MODE.active;
  const nextHeartbeatAt = isActive ? now + state.profile.heartbeatIntervalS * 1000 : null;
  return { ...state, nextHeartbeatAt, sleepAt: isActive ? null : now + GRACE_MS };
}

function greet(state: DeviceState, now: number): DeviceStep {
  const online = planStay({ ...state, life: 'online', isIntroduced: true, backlog: [], wakeAt: null }, now);
  const beaten = sendHeartbeat(online, now);
  const introduction = state.isIntroduced ? [] : buildIntroduction(state, now);
  const backlog = state.backlog.map((body): Report => ({ name: 'passage', body }));
  const greeting = [buildOnlineStatus(state.profile, now), ...introduction].map(toOutput);
  return { state: beaten.state, outputs: [...greeting, ...beaten.outputs, ...backlog.map(toOutput)] };
}

function fallAsleep(state: DeviceState, wakeAt: number | null): DeviceState {
  return { ...state, life: 'asleep', nextHeartbeatAt: null, sleepAt: null, isStreaming: false, wakeAt };
}

function leave(state: DeviceState, goodbye: Report, wakeAt: number | null): DeviceStep {
  return { state: fallAsleep(state, wakeAt), outputs: [toOutput(goodbye), { kind: 'disconnect' }] };
}

function reportShutdown(state: DeviceState, now: number): Report {
  return { name: 'status', body: { online: 0, why: 'shutdown', via: getVia(state.profile), t: now } };
}

function sleepUntil(state: DeviceState, until: number, now: number): DeviceStep {
  const via = getVia(state.profile);
  return leave(state, { name: 'status', body: { online: 0, why: 'sleep', via, until, t: now } }, until);
}

/** With the modem off for good there is no next wake-up, so the device announces a shutdown. */
function sleep(state: DeviceState, now: number): DeviceStep {
  if (state.settings.powerMode === POWER_MODE.cellularOff) return leave(state, reportShutdown(state, now), null);
  return sleepUntil(state, computeNextWakeUp(state.profile.uid, state.settings.schedule, now), now);
}

function stop(state: DeviceState, now: number): DeviceStep {
  const left = state.life === 'online' ? sleep(state, now) : { state, outputs: [{ kind: 'disconnect' } as const] };
  const life = state.life === 'shut-down' ? state.life : 'off';
  const ended = {
    ...left.state,
    life,
    isIntroduced: false,
    wakeAt: null,
    nextHeartbeatAt: null,
    sleepAt: null,
  } as const;
  return { state: ended, outputs: left.outputs };
}

function lengthenStay(state: DeviceState, now: number): DeviceStep {
  return stay(state.sleepAt === null ? state : { ...state, sleepAt: now + GRACE_MS });
}

function isDue(at: number | null, now: number): boolean {
  return at !== null && at <= now;
}

function goOn(state: DeviceState, now: number): DeviceStep {
  if (isDue(state.wakeAt, now)) return call(state);
  if (isDue(state.sleepAt, now)) return state.downloads.some(isSending) ? lengthenStay(state, now) : sleep(state, now);
  if (!isDue(state.nextHeartbeatAt, now) || state.nextHeartbeatAt === null) return stay(state);
  const intervalMs = state.profile.heartbeatIntervalS * 1000;
  const missed = Math.floor((now - state.nextHeartbeatAt) / intervalMs);
  return sendHeartbeat({ ...state, nextHeartbeatAt: state.nextHeartbeatAt + (missed + 1) * intervalMs }, now);
}

const isListening = ({ life, settings }: DeviceState) =>
  life !== 'off' && life !== 'shut-down' && settings.powerMode !== POWER_MODE.hibernate;

function hear(state: DeviceState, event: PassageEvent, now: number): DeviceStep {
  const recorded = isListening(state) ? recordPassage(state, event) : null;
  if (recorded === null) return stay(state);
  const { record } = recorded;
  if (state.life !== 'online') {
    const kept = { ...recorded.state, backlog: [...recorded.state.backlog, record] };
    return state.life === 'asleep' && !record.passage.isOffline ? call(kept) : stay(kept);
  }
  const beaten = sendHeartbeat(recorded.state, now);
  const disk = toOutput({ name: 'disk', body: describeDisk(recorded.state.disk, state.profile) });
  const hasNewFile = recorded.state.disk !== state.disk && state.profile.link !== 'iridium';
  const outputs = [toOutput({ name: 'passage', body: record }), ...beaten.outputs, ...(hasNewFile ? [disk] : [])];
  return { state: beaten.state, outputs };
}

function recall(state: DeviceState, event: PassageEvent): DeviceStep {
  const recorded = recallPassage(state, event);
  if (recorded === null) return stay(state);
  return { state: recorded.state, outputs: [toOutput({ name: 'passage', body: recorded.record })] };
}

function acknowledge({ id, status, detail }: AnsweredCommand, now: number): DeviceOutput {
  return toOutput({ name: 'ack', body: { id, status, detail, t: now } });
}

function remember(state: DeviceState, answer: AnsweredCommand): DeviceState {
  return { ...state, answered: [...state.answered.slice(1 - REMEMBERED_COMMANDS), answer] };
}

function shutDown(state: DeviceState, now: number): DeviceStep {
  const left = leave(state, reportShutdown(state, now), null);
  return { ...left, state: { ...left.state, life: 'shut-down' } };
}

/** Without notice. The device comes back with its settings and remembers which commands it has answered. */
function reboot(state: DeviceState, now: number): DeviceStep {
  if (state.life !== 'online') return stay(state);
  const gone = fallAsleep({ ...state, isIntroduced: false, errorFlag: 0 }, now + RESTART_MS);
  return { state: gone, outputs: [{ kind: 'cut' }] };
}

function finish({ state, next }: CommandEffect, now: number): DeviceStep {
  if (next === 'power') return stay(planStay(state, now));
  if (next === 'restart') return sleepUntil({ ...state, isIntroduced: false, errorFlag: 0 }, now + RESTART_MS, now);
  if (next === 'shut-down') return shutDown(state, now);
  return lengthenStay(state, now);
}

/** A repeated command gets the same answer and is not executed again. */
function handleCommand(state: DeviceState, command: Command, now: number): DeviceStep {
  if (state.life !== 'online') return stay(state);
  const before = state.answered.find(({ id }) => id === command.id);
  if (before) return { state, outputs: [acknowledge(before, now)] };
  const rejection = findRejection(state, command, now);
  const status = rejection === null ? ACK.accepted : ACK.rejected;
  const answer = { id: command.id, status, detail: rejection ?? 0 };
  const effect = rejection === null ? applyCommand(state, command, now) : { state, reports: [] };
  const finished = finish({ ...effect, state: remember(effect.state, answer) }, now);
  return { ...finished, outputs: [acknowledge(answer, now), ...effect.reports.map(toOutput), ...finished.outputs] };
}

function sendPackets(state: DeviceState, count: number, now: number): DeviceStep {
  if (state.life !== 'online') return stay(state);
  const taken = takePackets(state, count, now);
  return { state: taken.state, outputs: taken.reports.map(toOutput) };
}

function fail(state: DeviceState, code: number, detail: number, now: number): DeviceStep {
  const failed = { ...state, errorFlag: code & 0xff };
  return state.life === 'online'
    ? { state: failed, outputs: [toOutput({ name: 'err', body: { t: now, code, detail } })] }
    : stay(failed);
}

export function stepDevice(state: DeviceState, input: DeviceInput, now: number): DeviceStep {
  switch (input.kind) {
    case 'start':
      return state.life === 'off' ? call(state) : stay(state);
    case 'connected':
      return state.life === 'calling' ? greet(state, now) : stay(state);
    case 'lost':
      return state.life === 'online'
        ? stay({ ...state, life: 'calling', nextHeartbeatAt: null, sleepAt: null })
        : stay(state);
    case 'due':
      return goOn(state, now);
    case 'heartbeat':
      return state.life === 'online' ? sendHeartbeat(state, now) : stay(state);
    case 'passage':
      return hear(state, input.event, now);
    case 'recall':
      return recall(state, input.event);
    case 'command':
      return handleCommand(state, input.command, now);
    case 'again':
      return state.life === 'online' ? lengthenStay(sendAgain(state, input.request), now) : stay(state);
    case 'packets':
      return sendPackets(state, input.count, now);
    case 'error':
      return fail(state, input.code, input.detail, now);
    case 'wake':
      return state.life === 'asleep' ? call(state) : stay(state);
    case 'sleep':
      return state.life === 'online' ? sleep(state, now) : stay(state);
    case 'reboot':
      return reboot(state, now);
    case 'shut-down':
      return shutDown(state, now);
    case 'vanish':
      return stay({ ...state, life: 'off', nextHeartbeatAt: null, sleepAt: null, wakeAt: null });
    case 'stop':
      return stop(state, now);
  }
}
