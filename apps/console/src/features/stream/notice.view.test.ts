import { describe, expect, it } from 'vitest';
import { describeNotice } from './notice.view.ts';
import type { StreamRequest } from './session/session-types.ts';

const connected = { state: 'connected', title: 'Connected now', text: 'It hears a command at once.' } as const;
const asleep = {
  state: 'asleep',
  title: 'Asleep',
  text: 'It hears commands when it wakes up, at 2026-03-18 02:00:00 UTC, in 12 min.',
} as const;
const satellite = {
  state: 'satellite',
  title: 'Satellite',
  text: 'A command rings it at once; it answers when it calls.',
} as const;

type Seen = Parameters<typeof describeNotice>[0];

const before = {
  source: 'live',
  maySend: true,
  request: 'queued',
  requestNote: null,
  status: { streamTime: null, isSilent: false },
} as const satisfies Seen['state'];
const running = { ...before, status: { streamTime: 1, isSilent: false } };
const silent = { ...before, status: { streamTime: 1, isSilent: true } };

const describeIt = (seen: Partial<Seen>) =>
  describeNotice({ state: before, hearing: connected, isOffline: false, silentS: 0, ...seen });
const describeAsked = (request: StreamRequest, requestNote: string | null = null) =>
  describeIt({ state: { ...before, request, requestNote } });

describe('[W-158] Ask again', () => {
  const canAsk = (seen: Partial<Seen>) => describeIt(seen)?.canAsk === true;
  const asked = (request: StreamRequest) => ({ ...silent, request });

  it('Ask again is offered when the stream has stopped, unless a request is pending or the device streams over Bluetooth', () => {
    const offered = (['answered', 'refused', 'given-up', 'failed', 'queued', 'bluetooth'] as const).filter((request) =>
      canAsk({ state: asked(request), silentS: 9 }),
    );
    expect(offered).toEqual(['answered', 'refused', 'given-up', 'failed']);
  });

  it('Ask again is offered when an accepted stream does not start within 30 s', () => {
    const answered = { ...before, request: 'answered' as const };
    expect([29, 30].map((silentS) => canAsk({ state: answered, silentS }))).toEqual([false, true]);
  });

  it('Ask again is not offered to a viewer, for a recording or without a connection', () => {
    expect(canAsk({ state: { ...asked('answered'), maySend: false } })).toBe(false);
    expect(canAsk({ state: { ...asked('none'), source: 'replay' } })).toBe(false);
    expect(canAsk({ state: asked('answered'), isOffline: true })).toBe(false);
  });
});

describe('the notice in front of the plots', () => {
  it('shows no notice while frames arrive', () => {
    expect(describeIt({ state: running, isOffline: true })).toBeNull();
  });

  it.each([
    ['queued', /^StreamEnable is queued; the device has not answered yet\.$/],
    ['answered', /^The device has accepted StreamEnable\./],
    ['bluetooth', /^It streams over Bluetooth/],
    ['none', /^The device is asked to stream\.$/],
  ] as const)('describes the state of the request before the first frame: %s', (request, words) => {
    const notice = describeAsked(request);
    expect(notice).toMatchObject({ title: 'Waiting for the device', isWaiting: true });
    expect(notice?.text).toMatch(words);
  });

  it.each([
    ['refused', 'Streaming is not possible.', 'StreamEnable was refused: Streaming is not possible.'],
    ['refused', null, 'StreamEnable was refused.'],
    ['given-up', null, 'It did not answer StreamEnable, and the command was deleted.'],
    ['failed', null, 'The server was not reached, so the device was not asked to stream.'],
  ] as const)('describes why no frames will arrive: %s, %s', (request, note, text) => {
    expect(describeAsked(request, note)).toEqual({
      title: 'The device does not stream',
      text,
      isWaiting: false,
      canAsk: true,
    });
  });

  it('[S-089] says to a viewer that an admin starts the stream', () => {
    const text = describeIt({ state: { ...before, maySend: false, request: 'none' } })?.text;
    expect(text).toBe('It comes when the device streams: an admin starts it by opening this dialog.');
  });

  it('says when a sleeping device will receive the request', () => {
    expect(describeIt({ hearing: asleep })).toEqual({
      title: 'The device is asleep',
      text: `StreamEnable is queued; the device has not answered yet. ${asleep.text}`,
      isWaiting: true,
    });
  });

  it('says that a satellite device does not stream', () => {
    expect(describeIt({ hearing: satellite })).toMatchObject({
      title: 'A satellite device does not stream',
      isWaiting: false,
    });
    expect(describeAsked('satellite')).toMatchObject({ title: 'A satellite device does not stream', isWaiting: false });
  });

  it('says how long a stream has been silent', () => {
    expect(describeIt({ state: silent, silentS: 12 })).toEqual({
      title: 'No data for 12 s',
      text: '',
      isWaiting: true,
    });
    expect(describeIt({ state: silent, silentS: 132, hearing: asleep })).toMatchObject({
      title: 'No data for 2 min 12 s',
      text: 'The device is asleep.',
    });
  });

  it('says that this console is offline', () => {
    expect(describeIt({ isOffline: true })?.title).toBe('You are offline');
    expect(describeIt({ state: silent, isOffline: true })?.title).toBe('You are offline');
  });

  it('says that a recording is opening, and that it has ended', () => {
    expect(describeIt({ state: { ...before, source: 'replay' }, isOffline: true })?.title).toBe(
      'Opening the recording',
    );
    expect(describeIt({ state: { ...silent, source: 'replay' } })?.title).toBe('The recording is over');
  });
});
