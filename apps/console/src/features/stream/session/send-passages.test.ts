import type { CapturedPassage } from '@waymark/domain/stream/engine-types';
import { expect, it, vi } from 'vitest';
import { PassageSender } from './send-passages.ts';

const passageAt = (at: number): CapturedPassage => ({
  detector: 'mag',
  at,
  endsAt: at + 1,
  samples: new Int16Array(1),
});

/** A sender whose calls the test answers itself. */
function makeSender() {
  const calls: PromiseWithResolvers<void>[] = [];
  const retries: (() => void)[] = [];
  const onChange = vi.fn<() => void>();
  const voice = {
    notice: vi.fn<(message: string) => void>(),
    error: ({ onRetry }: { readonly onRetry?: () => void }) => void (onRetry && retries.push(onRetry)),
    log: () => undefined,
  };
  const add = () => {
    const call = Promise.withResolvers<void>();
    calls.push(call);
    return call.promise;
  };
  const sender = new PassageSender({ add, voice, onChange });
  const fail = async (at: number) => {
    calls[at]?.reject(new Error('away'));
    await calls[at]?.promise.catch(() => undefined);
  };
  return { sender, calls, retries, onChange, voice, fail };
}

it('a passage is sent once, however often it is captured', () => {
  const { sender, calls, voice } = makeSender();
  const passage = passageAt(1);
  sender.send(passage);
  sender.send(passage);
  sender.send(passageAt(1));
  expect(calls).toHaveLength(2);
  expect(voice.notice).toHaveBeenCalledTimes(2);
  expect(sender.sending).toHaveLength(2);
});

it('a passage leaves once the server has stored it, and the caller hears of it first', async () => {
  const { sender, calls } = makeSender();
  const seen: number[] = [];
  sender.send(passageAt(1), () => seen.push(sender.sending.length));
  calls[0]?.resolve();
  await vi.waitFor(() => expect(sender.sending).toEqual([]));
  expect([seen, sender.failed]).toEqual([[1], []]);
});

it('a failed passage can be sent again, once', async () => {
  const { sender, calls, retries, fail } = makeSender();
  const onAdded = vi.fn<() => void>();
  const passage = passageAt(1);
  sender.send(passage, onAdded);
  await fail(0);
  expect([sender.sending, sender.failed]).toEqual([[], [passage]]);
  retries[0]?.();
  expect([sender.sending, sender.failed]).toEqual([[passage], []]);
  retries[0]?.();
  expect(calls).toHaveLength(2);
  calls[1]?.resolve();
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
  retries[0]?.();
  expect(calls).toHaveLength(2);
});

it('of very many failed passages the newest 200 are kept, and an older one is not sent again', async () => {
  const { sender, calls, retries, fail } = makeSender();
  for (let at = 0; at < 201; at++) {
    sender.send(passageAt(at));
    await fail(at);
  }
  expect([sender.failed.length, sender.failed[0]?.at, sender.failed.at(-1)?.at]).toEqual([200, 1, 200]);
  retries[0]?.();
  expect(calls).toHaveLength(201);
});

it('each step is told, for a screen that counts them', async () => {
  const { sender, onChange, fail } = makeSender();
  sender.send(passageAt(1));
  await fail(0);
  expect(onChange).toHaveBeenCalledTimes(2);
});
