import { exampleCommand } from '@waymark/contract/commands/queued-command';
import { sentCommand } from '@waymark/contract/routes/commands';
import { webPassage } from '@waymark/contract/routes/passages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearerSource } from '#/api/bearer.ts';
import { EventQueue } from '#/live/event-queue.ts';
import { addPassage, createDesk } from './session-calls.ts';

const UID = 100_234;
const NOW = Date.UTC(2026, 2, 18, 0, 3, 59);

interface Sent {
  readonly address: string;
  readonly init: RequestInit;
  readonly body: unknown;
}

function serve(reply: unknown): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      address: `${init.method} ${url}`,
      init,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    });
    return new Response(JSON.stringify(reply), { status: 200, headers: { 'content-type': 'application/json' } });
  });
  return sent;
}

const events = new EventQueue((run) => run());
const desk = createDesk({ uid: UID, events, readDevice: () => undefined, now: () => NOW });

beforeEach(() => {
  bearerSource.put({ readToken: () => 'good', renewToken: async () => null, endSession: () => undefined });
});
afterEach(() => {
  bearerSource.put({ readToken: () => null, renewToken: async () => null, endSession: () => undefined });
  vi.unstubAllGlobals();
});

describe('StreamEnable', () => {
  it.each([true, false])('[S-054] [S-056] queues StreamEnable for the dialog: %s', async (isEnabled) => {
    const sent = serve(exampleCommand);
    expect(await desk.queue(isEnabled)).toBe(5120);
    expect(sent.map(({ address }) => address)).toEqual(['POST /api/commands/queue']);
    expect(sentCommand.parse(sent[0]?.body)).toMatchObject({
      uid: UID,
      commandType: 'StreamEnable',
      parameters: { streamEnabled: isEnabled },
      fromStreamDialog: true,
      timeStampSent: NOW,
    });
  });

  it('deletes the command by its number', async () => {
    const sent = serve({});
    await desk.remove(5120);
    expect(sent.map(({ address }) => address)).toEqual(['DELETE /api/commands/5120']);
  });

  it('the stop command outlives the page, and is sent synchronously', () => {
    const sent = serve({});
    desk.stopAtLeave();
    expect(sent).toMatchObject([{ address: 'POST /api/commands/queue', init: { keepalive: true } }]);
    expect(sentCommand.parse(sent[0]?.body)).toMatchObject({
      parameters: { streamEnabled: false },
      fromStreamDialog: true,
    });
  });

  it("receives the answers to this device's commands only, also while the page is hidden", () => {
    const heard: unknown[] = [];
    const stop = desk.follow(({ commandId, state }) => heard.push([commandId, state]));
    events.setGate('alerts-only');
    events.deliver('ReceiveCommandResponse', { uid: UID, command: { commandId: 5120 } });
    events.deliver('ReceiveCommandResponse', { uid: UID, command: { commandId: null } });
    events.deliver('ReceiveCommandResponse', { uid: 7, command: { commandId: 5121 } });
    events.deliver('ReceiveCommandUpdate', { uid: UID, commandId: 5122, state: 'rejected', note: null });
    stop();
    events.deliver('ReceiveCommandUpdate', { uid: UID, commandId: 5123, state: 'rejected', note: null });
    expect(heard).toEqual([
      [5120, 'accepted'],
      [5122, 'rejected'],
    ]);
  });
});

it('sends a passage as the contract requires, without a position if none is known', async () => {
  const sent = serve({ passageId: 70_314 });
  const at = Date.UTC(2026, 2, 16, 9, 41, 56, 120);
  await addPassage(
    { detector: 'elf', at, endsAt: at + 15_000, samples: new Int16Array(500).fill(-7) },
    { uid: UID, lat: null, lon: null },
  );
  expect(sent.map(({ address }) => address)).toEqual(['POST /api/pigrun/addwebpassage']);
  expect(webPassage.parse(sent[0]?.body)).toMatchObject({
    uid: UID,
    lat: null,
    lon: null,
    packetComplexInformation: 0,
    passageDetectedFrequency: 22,
  });
});
