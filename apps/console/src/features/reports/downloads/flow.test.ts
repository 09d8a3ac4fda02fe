import { describe, expect, it } from 'vitest';
import type { DownloadRequest } from './choice.view.ts';
import { IDLE, isAtRest, stepFlow, type Failure, type FlowEvent, type FlowState } from './flow.ts';

const request: DownloadRequest = {
  launchDate: '2026-03-18 00:00:00',
  receiveDate: '2026-03-18 09:30:00',
  uidList: [7, 8],
};
const begun: FlowEvent = {
  type: 'begun',
  choice: { by: 'agms', start: request.launchDate, end: request.receiveDate, uids: request.uidList },
};
const free = { isValidRequest: true, name: null, createdDate: null, downloadRecordedPassageDataSessionId: null };
const taken = {
  isValidRequest: false,
  name: 'Dana Reyes',
  createdDate: '2026-03-18 10:02:11.204000',
  downloadRecordedPassageDataSessionId: 17,
};
const validated = (reply: typeof free | typeof taken): FlowEvent => ({ type: 'validated', reply });
const checked = (uidList: number[] = []): FlowEvent => ({
  type: 'firmware-checked',
  reply: { isFirmwareValidForRequest: uidList.length === 0, uidList },
});
const requested: FlowEvent = { type: 'requested', sessionId: 18 };
const sessionRead: FlowEvent = { type: 'session-read', uids: [8, 9] };
const answered = (answer: 'cancel' | 'resume' | 'ok'): FlowEvent => ({ type: 'answered', answer });
const failed = (failure: Partial<Failure> = {}): FlowEvent => ({
  type: 'failed',
  failure: { message: 'It broke.', logId: 4711, code: 'internal', ...failure },
});
const dismissed: FlowEvent = { type: 'dismissed' };

const follow = (events: readonly FlowEvent[]): FlowState => events.reduce(stepFlow, IDLE);
const stepsOf = (events: readonly FlowEvent[]) => events.map((_, at) => follow(events.slice(0, at + 1)).step);

const toQuestion = [begun, validated(taken), sessionRead];

describe('a download of recorded passages', () => {
  it('[O-040, O-044, O-045, O-046] a download is validated, the firmware is checked, the data is requested, and its progress opens', () => {
    const events = [begun, validated(free), checked(), requested];
    expect(stepsOf(events)).toEqual(['validating', 'checking-firmware', 'requesting', 'started']);
    expect(follow([begun])).toMatchObject({ request });
    expect(follow(events)).toEqual({ step: 'started', sessionId: 18 });
  });

  it('a download by run loads the run first', () => {
    const run = {
      launchAt: Date.parse('2026-03-18T00:00:00Z'),
      receivedAt: Date.parse('2026-03-18T09:30:00Z'),
      uids: [7, 8],
    };
    const events: FlowEvent[] = [
      { type: 'begun', choice: { by: 'run', runId: 41 } },
      { type: 'run-read', run },
    ];
    expect(stepsOf(events)).toEqual(['reading-run', 'validating']);
    expect(follow(events)).toMatchObject({ request });
  });

  it('a download without a choice shows a message and sends no request', () => {
    const events: FlowEvent[] = [{ type: 'begun', choice: { by: 'run', runId: null } }, dismissed];
    expect(stepsOf(events)).toEqual(['telling', 'idle']);
  });

  it('[O-041] the user is asked about an open session of one of the devices, with its user and devices', () => {
    expect(stepsOf(toQuestion)).toEqual(['validating', 'reading-session', 'asking']);
    const open = { sessionId: 17, name: 'Dana Reyes', createdDate: '2026-03-18 10:02:11.204000', uids: [8, 9] };
    expect(follow(toQuestion)).toMatchObject({ step: 'asking', open });
  });

  it('[O-041] Cancel keeps the open session', () => {
    expect(follow([...toQuestion, answered('cancel')])).toEqual(IDLE);
  });

  it('[O-042] Resume resumes the open session and shows its progress', () => {
    const events = [...toQuestion, answered('resume')];
    expect(follow(events)).toEqual({ step: 'resuming', sessionId: 17 });
    expect(follow([...events, { type: 'resumed' }])).toEqual({ step: 'started', sessionId: 17 });
  });

  it('[O-043] OK ends the open session, then starts again', () => {
    const events = [...toQuestion, answered('ok')];
    expect(follow(events)).toMatchObject({ step: 'ending', sessionId: 17 });
    const again = [...events, { type: 'ended' } as const];
    expect(follow(again)).toMatchObject({ step: 'validating', request });
    expect(follow([...again, validated(free), checked(), requested])).toEqual({ step: 'started', sessionId: 18 });
  });

  it('[O-072] the download stops if the firmware of every device is too old', () => {
    const text = 'The firmware for the AGM(s) [7, 8] must be upgraded to download recorded passage data.';
    expect(follow([begun, validated(free), checked([7, 8])])).toMatchObject({ step: 'telling', message: { text } });
  });

  it('[W-246] the download goes on with the devices whose firmware is new enough', () => {
    expect(follow([begun, validated(free), checked([8])])).toMatchObject({ step: 'requesting', request });
  });

  it('[O-072] a start that the server refuses because of the firmware shows its text', () => {
    const events = [begun, validated(free), checked([8]), failed({ code: 'download-firmware', message: 'Upgrade 7.' })];
    expect(follow(events)).toMatchObject({ step: 'telling', message: { text: 'Upgrade 7.' } });
  });

  it('a refusal by the server shows its message', () => {
    const message = { title: 'Download Recorded Passage Data Validation', text: 'AGM 9 is not yours.' };
    expect(follow([begun, failed({ code: 'download-invalid', message: 'AGM 9 is not yours.' })])).toEqual({
      step: 'telling',
      message,
    });
  });

  it('the user is asked about a session that another user opened first; a second time it is only reported', () => {
    const open = failed({ code: 'download-open' });
    const again = [begun, validated(free), checked(), open];
    expect(follow(again)).toMatchObject({ step: 'validating', isSecond: true });
    expect(follow([...again, validated(taken), sessionRead])).toMatchObject({ step: 'asking' });
    expect(follow([...again, validated(free), checked(), open])).toMatchObject({ step: 'telling' });
  });

  it('a download whose open session has ended meanwhile is validated again', () => {
    const events = [begun, validated(taken), failed({ code: 'download-not-found' })];
    expect(follow(events)).toMatchObject({ step: 'validating', isSecond: true });
    expect(follow([...events, validated(taken), failed({ code: 'download-not-found' })])).toMatchObject({
      step: 'telling',
    });
  });

  it.each([
    [
      'resuming',
      [...toQuestion, answered('resume')],
      'Service Exception',
      'A service exception has occurred. LogId = [4711]',
    ],
    ...(
      [
        ['reading a run', [{ type: 'begun', choice: { by: 'run', runId: 41 } }]],
        ['validating', [begun]],
        ['reading the open session', [begun, validated(taken)]],
        ['ending it', [...toQuestion, answered('ok')]],
        ['the firmware', [begun, validated(free)]],
        ['the request', [begun, validated(free), checked()]],
      ] as const
    ).map(
      ([what, events]) =>
        [
          what,
          events,
          'Report Manager Service Exception',
          'A report manager service exception has occurred. LogId = [4711]',
        ] as const,
    ),
  ] as readonly (readonly [string, readonly FlowEvent[], string, string])[])(
    '[O-071] a failure is shown with its log id: %s',
    (_, events, title, text) => {
      expect(follow([...events, failed()])).toEqual({ step: 'telling', message: { title, text } });
    },
  );

  it('an unreachable server is reported', () => {
    const text = 'A report manager service exception has occurred. The server cannot be reached.';
    expect(
      follow([begun, { type: 'failed', failure: { message: 'The server cannot be reached.', code: 'unreachable' } }]),
    ).toMatchObject({ message: { text } });
  });

  it('an event of another step is ignored', () => {
    const all = [
      validated(free),
      sessionRead,
      answered('ok'),
      { type: 'resumed' },
      { type: 'ended' },
      checked(),
      requested,
      failed(),
      dismissed,
    ] as const;
    for (const event of all) expect(stepFlow(IDLE, event)).toBe(IDLE);
    const busy = follow([begun]);
    expect(stepFlow(busy, begun)).toBe(busy);
  });

  it('isAtRest is true before, after, and while a message is shown', () => {
    expect(
      [IDLE, follow([begun, validated(free), checked(), requested]), follow([begun, failed()])].map(isAtRest),
    ).toEqual([true, true, true]);
    expect([follow([begun]), follow(toQuestion)].map(isAtRest)).toEqual([false, false]);
  });
});
