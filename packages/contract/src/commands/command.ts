import type { CommandType } from '@waymark/domain/command/gates';
import type { z } from 'zod';

/** The kind of notification sound that a command has. */
export type CommandNotice = 'powerMode' | 'recordMode' | 'frequencySelect' | 'streamEnable' | 'detectionCount';

/**
 * The single definition of a command; form, API, wire format and reference page are derived from it. domain/command
 * decides which devices accept it.
 */
export interface CommandDefinition<Type extends CommandType = CommandType> {
  readonly type: Type;
  readonly label: string;
  readonly summary: string;
  readonly parameters: z.ZodType;
  readonly example: unknown;
  /** Sound on acceptance; undefined: no sound of its own. */
  readonly notice?: CommandNotice;
}

type ExampleOf<D> = D extends { readonly parameters: infer S extends z.ZodType }
  ? { readonly example: z.input<S> }
  : never;

export function defineCommand<const D extends CommandDefinition>(definition: D & ExampleOf<D>): D {
  return definition;
}
