import type { MethodAnswer, MethodArgument } from '@waymark/contract/event';
import { methods, type MethodName } from '@waymark/contract/events/index';
import type { Actor } from '../platform/access/actor.ts';
import { problem } from '../platform/http/problem.ts';
import { validationProblem } from '../platform/http/problem-of-error.ts';
import type { Log } from '../platform/log.ts';
import type { Connection, HubSocket } from './connection.ts';
import { refusalCode } from './refusal.ts';

type Methods = typeof methods;

export interface MethodCall {
  readonly actor: Actor;
  readonly connection: Connection;
}

type MethodHandler<Name extends MethodName> = (
  call: MethodCall,
  argument: MethodArgument<Methods[Name]>,
) => Promise<void>;

/** One handler for every method of the contract; a missing one does not compile. */
export type MethodHandlers = { readonly [Name in MethodName]: MethodHandler<Name> };

function isMethod(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

async function call<Name extends MethodName>(
  handlers: { readonly [Each in Name]: MethodHandler<Each> },
  name: Name,
  from: MethodCall,
  args: readonly unknown[],
): Promise<void> {
  const argument = methods[name].argument.safeParse(args[0]);
  if (!argument.success) throw validationProblem(argument.error);
  if (args.length !== 1) throw problem('validation-failed', { detail: 'a method takes one argument' });
  await handlers[name](from, argument.data as MethodArgument<Methods[Name]>);
}

/** Answers the calls of one socket; an acknowledgement, where one is asked for, is {ok:true} or {error}. */
export function answerCalls(socket: HubSocket, connection: Connection, handlers: MethodHandlers, log: Log): void {
  const answer = async (name: string, args: readonly unknown[]): Promise<MethodAnswer> => {
    try {
      if (!isMethod(name)) throw problem('not-found');
      await call(handlers, name, { actor: socket.data.actor, connection }, args);
      return { ok: true };
    } catch (error) {
      return { error: refusalCode(error, log) };
    }
  };
  socket.onAny((name: string, ...args: unknown[]) => {
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as (answer: MethodAnswer) => void) : undefined;
    void answer(name, args).then((given) => acknowledge?.(given));
  });
}
