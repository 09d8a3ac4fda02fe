import type { CommandType } from '@waymark/domain/command/gates';
import type { z } from 'zod';

/** What a command is for the notification sounds. */
export type CommandNotice = 'powerMode' | 'recordMode' | 'frequencySelect' | 'streamEnable' | 'detectionCount';

/** One command to a device, defined once: form, API, wire and reference page follow from it. Who takes it: domain/command. */
export interface CommandDefinition<Type extends CommandType = CommandType> {
  readonly type: Type;
  readonly label: string;
  readonly summary: string;
  readonly parameters: z.ZodType;
  readonly example: unknown;
  /** Of its acceptance; none: it makes no sound of its own. */
  readonly notice?: CommandNotice;
}

type ExampleOf<D> = D extends { readonly parameters: infer S extends z.ZodType }
  ? { readonly example: z.input<S> }
  : never;

export function defineCommand<const D extends CommandDefinition>(definition: D & ExampleOf<D>): D {
  return definition;
}
