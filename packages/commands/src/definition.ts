import type { Translate } from '@waymark/domain/language/translate';
import type { z } from 'zod';
import type { CommandFault } from './faults.ts';
import type { CommandGate, CommandTarget } from './gates.ts';

/** The kind of notification sound that a command has. */
export type CommandNotice = 'powerMode' | 'recordMode' | 'frequencySelect' | 'streamEnable' | 'detectionCount';

export type Parameters = Readonly<Record<string, unknown>>;

/** An effect of a command, such as that on an active run that the device watches. */
export interface RunHarm {
  readonly text: string;
  /** The parameters that do it; undefined: all. */
  readonly applies?: (parameters: Parameters) => boolean;
}

/** The section of a command in the dialog of a cellular device. */
export interface DialogSection {
  /** Sections are sorted by this. */
  readonly place: number;
  /** Firmware that is too old sees the section disabled; without this it does not see it. */
  readonly isShownEarly?: boolean;
  /** The label of the button of a command without parameters. */
  readonly sendLabel?: string;
  readonly isDestructive?: boolean;
}

/** The single definition of a command: form, API, wire format, simulator and reference page are derived from it. */
export interface CommandDefinition<Type extends string = string> {
  readonly type: Type;
  readonly label: string;
  readonly summary: string;
  readonly parameters: z.ZodType;
  readonly example: unknown;
  /** The devices that accept it. */
  readonly gate: CommandGate;
  /** Checks parameters of the right shape against the device; undefined: every device accepts them. */
  readonly findFault?: (parameters: Parameters, target: CommandTarget) => CommandFault | null;
  /** Sentences of the reference page about parameters that not every device accepts. */
  readonly limits?: readonly string[];
  /** Describes the parameters for the queue and the history; undefined: the label says everything. */
  readonly describe?: (parameters: Parameters, t: Translate) => string;
  /** undefined: no section of its own. The form is `forms/<type>.tsx`; a command without parameters needs none. */
  readonly dialog?: DialogSection;
  /** What it does to an active run that the device watches: the console then names the run and asks. */
  readonly harms?: readonly RunHarm[];
  /** It cannot be undone from afar: API keys may not send it, and users prove who they are before. */
  readonly danger?: RunHarm;
  /** Sound on acceptance; undefined: no sound of its own. */
  readonly notice?: CommandNotice;
}

type ExampleOf<D> = D extends { readonly parameters: infer S extends z.ZodType }
  ? { readonly example: z.input<S> }
  : never;

export function defineCommand<const D extends CommandDefinition>(definition: D & ExampleOf<D>): D {
  return definition;
}
