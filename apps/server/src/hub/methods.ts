import type { MethodAnswer, MethodArgument, MethodDefinition, MethodResult } from '@waymark/contract/event';
import type { methods, streamMethods } from '@waymark/contract/events/index';
import type { Actor } from '../platform/access/actor.ts';
import { problem } from '../platform/http/problem.ts';
import { validationProblem } from '../platform/http/errors/problem-of-error.ts';
import type { Log } from '../platform/log.ts';
import type { Connection, HubSocket } from './connection.ts';
import { refusalCode } from './refusal.ts';
import type { StreamListener } from './stream-listener.ts';

/** Runs the calls of one socket one after the other. */
class CallQueue {
  readonly #mostWaiting: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #isRunning = false;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Adds a call to the queue; false when the queue is full. */
  add(work: () => Promise<void>): boolean {
    if (this.#waiting.length >= this.#mostWaiting) return false;
    this.#waiting.push(work);
    if (!this.#isRunning) void this.#run();
    return true;
  }

  /** Drops the pending calls. */
  clear(): void {
    this.#waiting.length = 0;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next();
    this.#isRunning = false;
  }
}

export interface MethodCall {
  readonly actor: Actor;
  readonly connection: Connection;
}

export interface StreamMethodCall {
  readonly listener: StreamListener;
}

type Definitions = Readonly<Record<string, MethodDefinition>>;

type HandlersOf<Methods extends Definitions, Call> = {
  readonly [Name in keyof Methods]: (
    call: Call,
    argument: MethodArgument<Methods[Name]>,
  ) => Promise<MethodResult | undefined | void>;
};

/** A single handler per method of the contract; a missing one does not compile. */
export type MethodHandlers = HandlersOf<typeof methods, MethodCall>;
export type StreamMethodHandlers = HandlersOf<typeof streamMethods, StreamMethodCall>;

interface Answering<Methods extends Definitions, Call> {
  readonly methods: Methods;
  readonly handlers: HandlersOf<Methods, Call>;
  readonly describeCall: () => Call;
  readonly mostWaiting: number;
  /** Whether the connection and its sign-in are still valid. */
  readonly isCurrent: () => boolean;
  /** Refuses a caller who may not call the method. */
  readonly checkCaller: (method: MethodDefinition) => void;
  /** Counts a call; false when the user is over the limit. */
  readonly countCall: () => boolean;
  readonly cut: (why: string) => void;
  /** Running calls; a stop waits for them. */
  readonly running: Set<Promise<unknown>>;
  readonly log: Log;
}

async function call<Methods extends Definitions, Call>(
  { methods, handlers, describeCall, checkCaller }: Answering<Methods, Call>,
  name: string,
  args: readonly unknown[],
): Promise<MethodResult> {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw problem('not-found');
  checkCaller(method);
  const argument = method.argument.safeParse(args[0]);
  if (!argument.success) throw validationProblem(argument.error);
  if (args.length !== 1) throw problem('validation-failed', { detail: 'a method takes one argument' });
  return (await handlers[name]?.(describeCall(), argument.data as MethodArgument<Methods[string]>)) ?? {};
}

/** Answers the calls of one socket one after the other; a requested acknowledgement is {ok:true} or {error}. */
export function answerCalls<Methods extends Definitions, Call>(
  socket: HubSocket,
  answering: Answering<Methods, Call>,
): void {
  const { isCurrent, countCall, cut, running } = answering;
  const queue = new CallQueue(answering.mostWaiting);
  const answer = async (name: string, args: readonly unknown[]): Promise<MethodAnswer> => {
    try {
      return { ok: true, ...(await call(answering, name, args)) };
    } catch (error) {
      return { error: refusalCode(error, answering.log) };
    }
  };
  // Remove calls from the socket's own listeners: a call named "disconnect" would be handled as the end of the
  // connection.
  socket.use(() => undefined);
  socket.once('disconnect', () => queue.clear());
  socket.onAny((name: string, ...args: unknown[]) => {
    if (!isCurrent()) return;
    if (!countCall()) return cut('too many calls');
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as (answer: MethodAnswer) => void) : undefined;
    const isQueued = queue.add(async () => {
      if (!isCurrent()) return;
      const answered = answer(name, args);
      running.add(answered);
      const given = await answered;
      running.delete(answered);
      acknowledge?.(given);
    });
    if (!isQueued) cut('too many calls wait');
  });
}
