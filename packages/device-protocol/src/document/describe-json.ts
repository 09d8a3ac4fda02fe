import { z } from 'zod';

/** A row of a table; a bar would end its cell. */
function writeRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [writeRow(head), writeRow(head.map(() => '---')), ...rows.map(writeRow)].join('\n');
}

export const code = (text: string) => `\`${text}\``;

// Describes the fields of a JSON message from its schema. An unknown schema throws, so that nothing is left out.

type Schema = z.core.JSONSchema.BaseSchema;

const HEAD = ['Field', 'Type', 'Allowed', 'Left out', 'Says'];

const unique = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text !== '').join(' or ');
const formatNumber = (value: number) => String(value).replace('-', '−');

/** The schemas of the items of a list or tuple. */
function listPlaces(schema: Schema): readonly Schema[] {
  return (schema.prefixItems ?? [schema.items]) as readonly Schema[];
}

function describeCount({ minItems = 0, maxItems = minItems }: Schema): string {
  return minItems === maxItems ? String(minItems) : `${minItems} to ${maxItems}`;
}

function describeType(schema: Schema): string {
  if (schema.anyOf) return unique(schema.anyOf.map((one) => describeType(one)));
  if (schema.type === 'array') return `${describeCount(schema)} × (${unique(listPlaces(schema).map(describeType))})`;
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (schema.type === 'integer' || (values.length > 0 && values.every(Number.isInteger))) return 'whole number';
  if (schema.type === 'string') return 'text';
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'number' || schema.type === 'object' || schema.type === 'null') return schema.type;
  if (schema.type === undefined) return 'any';
  throw new Error(`cannot describe the type of ${JSON.stringify(schema)}`);
}

function describeRange({ minimum, maximum, exclusiveMinimum }: Schema): string {
  if (exclusiveMinimum !== undefined && maximum !== undefined)
    return `above ${exclusiveMinimum}, up to ${formatNumber(maximum)}`;
  if (minimum === undefined) return '';
  return maximum === undefined
    ? `from ${formatNumber(minimum)}`
    : `${formatNumber(minimum)} to ${formatNumber(maximum)}`;
}

function describeAllowed(schema: Schema): string {
  if (schema.anyOf) return unique(schema.anyOf.map((one) => describeAllowed(one)));
  if (schema.type === 'array') return unique(listPlaces(schema).map(describeAllowed));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.pattern !== undefined) return code(schema.pattern);
  if (schema.maxLength !== undefined) return `at most ${schema.maxLength} characters`;
  return describeRange(schema);
}

/** The description of the field, or of its only form that is not null. */
function describeMeaning(schema: Schema): string {
  const inner = schema.anyOf?.map((one) => one.description ?? '') ?? [];
  return schema.description ?? unique(inner);
}

function findObject(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  return (schema.anyOf as readonly Schema[] | undefined)?.find(({ properties }) => properties !== undefined);
}

function describeMissing(schema: Schema, isRequired: boolean): string {
  if (isRequired) return 'rejected';
  return schema.default === undefined ? 'may be' : code(JSON.stringify(schema.default));
}

function listRows(object: Schema, prefix: string): readonly (readonly string[])[] {
  const { properties = {}, required = [] } = object;
  return Object.entries(properties).flatMap(([name, property]) => {
    const schema = property as Schema;
    const path = `${prefix}${name}`;
    const missing = describeMissing(schema, required.includes(name));
    const row = [code(path), describeType(schema), describeAllowed(schema), missing, describeMeaning(schema)];
    const inner = findObject(schema);
    return [row, ...(inner ? listRows(inner, `${path}.`) : [])];
  });
}

/** The table of a JSON message, below its name. */
export function describeJson(name: string, schema: z.ZodType): string {
  const rows = listRows(z.toJSONSchema(schema, { io: 'input' }), '');
  return `Fields of ${code(name)}:\n\n${writeTable(HEAD, rows)}`;
}
