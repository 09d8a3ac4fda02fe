import { ANSWER, describeAnswer, REJECTION } from './answers.ts';
import type { FirmwareRange } from './gates.ts';
import { z } from 'zod';
import type { CommandDefinition } from './definition.ts';
import { COMMANDS } from './commands.ts';

// Generates docs/commands.md from the definitions and the gates.

type Schema = z.core.JSONSchema.BaseSchema;

const INTRODUCTION = `# Commands

Every command to a device: what it does, which devices take it, and what it carries. This page is written from the definitions in [packages/commands](../packages/commands/src/list), which the console's forms, the API, the links and the simulator read as well. How to send one is in [integration](integration.md); how a device gets it and answers is in [integration-devices](integration-devices.md#commands).

- Names are understood in any case. What is not known of a firmware closes nothing: then the device decides.
- Over Bluetooth a device takes what it takes over cellular.
- A command has a satellite form where a firmware stands beside *satellite*.
- Firmware has two digits after the point from 10 on: 10.05 is older than 10.44. 10.100 is newer than 10.99; the API writes it as 10.99001 (docs/decisions/0040).`;

const listLimits = (commands: readonly CommandDefinition[]): string =>
  [
    '## Values that not every device accepts',
    '',
    ...commands.flatMap(({ limits = [] }) => limits.map((limit) => `- ${limit}`)),
  ].join('\n');

function describeRange(range: FirmwareRange | undefined): string {
  if (range === undefined) return 'not over this link';
  const parts = [
    range.above === undefined ? [] : `above ${range.above}`,
    range.from === undefined ? [] : `from ${range.from}`,
    range.below === undefined ? [] : `below ${range.below}`,
  ].flat();
  return parts.length === 0 ? 'every firmware' : `firmware ${parts.join(' and ')}`;
}

/** Describes the allowed values. Throws for an unknown schema, so that the page is complete. */
function describeValue(schema: Schema): string {
  const { description, enum: values, minimum, maximum, maxLength } = schema;
  if (description !== undefined) return description;
  if (schema.anyOf) return schema.anyOf.map((one) => describeValue(one)).join(' or ');
  if (values) return values.join(' or ');
  if (schema.const !== undefined) return `always ${String(schema.const)}`;
  if (schema.type === 'integer' && minimum !== undefined && maximum !== undefined)
    return `whole number, ${minimum} to ${maximum}`;
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'null') return 'null';
  if (schema.type === 'string' && maxLength !== undefined) return `text of at most ${maxLength} characters`;
  throw new Error(`cannot describe the schema ${JSON.stringify(schema)}`);
}

interface Parameter {
  readonly name: string;
  readonly value: string;
}

function listParameters({ parameters }: CommandDefinition): readonly Parameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(parameters, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => {
    const value = describeValue(schema as Schema);
    return { name: `\`${name}\``, value: required.includes(name) ? value : `${value}; may be left out` };
  });
}

/** Combines neighbouring parameters with the same values into one row. */
function joinAlike(parameters: readonly Parameter[]): readonly Parameter[] {
  return parameters.reduce<Parameter[]>((rows, { name, value }) => {
    const last = rows.at(-1);
    return last?.value === value
      ? [...rows.slice(0, -1), { name: `${last.name}, ${name}`, value }]
      : [...rows, { name, value }];
  }, []);
}

function describeParameters(command: CommandDefinition): string {
  const rows = joinAlike(listParameters(command));
  if (rows.length === 0) return 'No parameters: `{}`.';
  const table = [
    '| Parameter | Is |',
    '|-----------|----|',
    ...rows.map(({ name, value }) => `| ${name} | ${value} |`),
  ];
  return `${table.join('\n')}\n\n\`\`\`json\n${JSON.stringify(command.example)}\n\`\`\``;
}

const describeHarms = ({ harms = [] }: CommandDefinition): string =>
  harms.length === 0
    ? ''
    : `\n\nWhile the device watches an active run, the console asks before:\n\n${harms.map(({ text }) => `- ${text}`).join('\n')}`;

const describeDanger = ({ danger }: CommandDefinition): string =>
  danger === undefined
    ? ''
    : `\n\nAPI keys may not send this: ${danger.text.charAt(0).toLowerCase()}${danger.text.slice(1)}`;

function describeCommand(command: CommandDefinition): string {
  const { cellular, iridium } = command.gate;
  const links = `- cellular: ${describeRange(cellular)}\n- satellite: ${describeRange(iridium)}`;
  return `### ${command.type}\n\n**${command.label}.** ${command.summary}\n\n${links}\n\n${describeParameters(command)}${describeHarms(command)}${describeDanger(command)}`;
}

function describeAnswers(): string {
  const answers = [
    [ANSWER.accepted, 0, 'Accepted: it has been carried out.'],
    ...Object.values(REJECTION).map((detail) => [ANSWER.rejected, detail, describeAnswer(ANSWER.rejected, detail)]),
    [ANSWER.forged, 0, describeAnswer(ANSWER.forged, 0)],
    [ANSWER.busy, 0, describeAnswer(ANSWER.busy, 0)],
  ].map((cells) => `| ${cells.join(' | ')} |`);
  return [
    '## What a device answers',
    '',
    '| status | detail | Means |',
    '|--------|--------|-------|',
    ...answers,
  ].join('\n');
}

/** The reference page in Markdown. */
export function writeReference(): string {
  const commands: readonly CommandDefinition[] = Object.values(COMMANDS);
  return `${[INTRODUCTION, listLimits(commands), describeAnswers(), '## The commands', ...commands.map(describeCommand)].join('\n\n')}\n`;
}
