import { COMMANDS, findCommandType, type CommandParameters, type CommandType } from '@waymark/commands/commands';
import { succeed } from '@waymark/domain/result';
import { z } from 'zod';
import { reject, type Decoded } from '../decode-failure.ts';
import { commandId, time } from './fields.ts';
import { decodeJson, encodeJson } from './json-payload.ts';

export const commandSchema = z.object({
  id: commandId.describe('names the command in everything that answers it'),
  type: z.string().max(40).describe('one of [commands](commands.md#the-commands)'),
  params: z.unknown().optional().describe('what the type says'),
  exp: time.nullable().default(null).describe('after it the command must not be carried out; null: it waits for ever'),
});

export type Command = {
  [Type in CommandType]: {
    readonly id: number;
    readonly type: Type;
    readonly params: CommandParameters<Type>;
    /** The device does not execute it after this time; null: it never expires. */
    readonly exp: number | null;
  };
}[CommandType];

export function encodeCommand(command: Command): Uint8Array {
  return encodeJson({ id: command.id, type: command.type, params: command.params, exp: command.exp });
}

export function decodeCommand(bytes: Uint8Array): Decoded<Command> {
  const decoded = decodeJson(commandSchema, bytes);
  if (!decoded.ok) return decoded;
  const { id, exp } = decoded.value;
  const type = findCommandType(decoded.value.type);
  if (type === null) return reject('type', 'command');
  const params = COMMANDS[type].parameters.safeParse(decoded.value.params ?? {});
  if (!params.success) return reject('field', `params of ${type}`);
  return succeed({ id, type, params: params.data, exp } as Command);
}
