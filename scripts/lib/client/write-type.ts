// Writes a JSON schema as a TypeScript type.

export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly description?: string;
  readonly $ref?: string;
}

const INDENT = '  ';

const indentBelow = (text: string) => text.replaceAll('\n', `\n${INDENT}`);
const writeName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const unique = (texts: readonly string[]) => [...new Set(texts)];
/** Inside an array or an intersection; a name needs no brackets. */
const bracket = (type: string) => (/^\w+$/.test(type) ? type : `(${type})`);

function writeObject({ properties = {}, required = [], additionalProperties, propertyNames }: Schema): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const note = schema.description === undefined ? '' : `/** ${schema.description} */\n`;
    const mark = required.includes(name) ? '' : '?';
    return `${note}readonly ${writeName(name)}${mark}: ${writeType(schema)};`;
  });
  if (typeof additionalProperties === 'object') {
    const key = propertyNames?.enum ? writeType(propertyNames) : 'string';
    const record = `Readonly<Record<${key}, ${writeType(additionalProperties)}>>`;
    if (lines.length === 0) return record;
    return `${writeLines(lines)} & ${record}`;
  }
  if (lines.length === 0) return additionalProperties === false ? 'Readonly<Record<string, never>>' : 'object';
  return writeLines(lines);
}

const writeLines = (lines: readonly string[]) => `{\n${INDENT}${indentBelow(lines.join('\n'))}\n}`;

const writeList = ({ prefixItems, items }: Schema): string =>
  prefixItems
    ? `readonly [${prefixItems.map((item) => writeType(item)).join(', ')}]`
    : `readonly ${bracket(writeType(items ?? {}))}[]`;

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A schema without a type, such as that of a binary body, is unknown. */
export function writeType(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return unique(union.map((each) => writeType(each))).join(' | ');
  if (schema.allOf) return unique(schema.allOf.map((each) => bracket(writeType(each)))).join(' & ');
  if (schema.$ref !== undefined) throw new Error(`A reference cannot be written as a type: ${schema.$ref}`);
  if (schema.type === 'object') return writeObject(schema);
  if (schema.type === 'array') return writeList(schema);
  if (Array.isArray(schema.type)) return schema.type.map((each: string) => PLAIN[each] ?? 'unknown').join(' | ');
  return typeof schema.type === 'string' ? (PLAIN[schema.type] ?? 'unknown') : 'unknown';
}
