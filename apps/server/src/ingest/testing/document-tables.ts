// Reads the tables of docs/integration-devices.md from its Markdown.

export interface ByteRow {
  readonly offset: string;
  readonly type: string;
  readonly field: string;
  readonly formula: string;
  readonly allowed: string;
}

export interface ByteTable {
  readonly isLittleEndian: boolean;
  readonly rows: readonly ByteRow[];
}

export interface FieldRow {
  readonly field: string;
  readonly type: string;
  readonly allowed: string;
  readonly missing: string;
}

export interface DocumentTables {
  /** The byte table with this name. */
  bytes(name: string): ByteTable;
  /** The field table with this name. */
  fields(name: string): readonly FieldRow[];
  readonly names: { readonly bytes: readonly string[]; readonly fields: readonly string[] };
}

const BYTES = /^Bytes of `(?<name>[\w-]+)`: .*, (?<order>big|little)-endian\.\n\n(?<table>(?:\|.*\n)+)/gm;
const FIELDS = /^Fields of `(?<name>[\w-]+)`:\n\n(?<table>(?:\|.*\n)+)/gm;

const withoutTicks = (text: string) => text.replaceAll('`', '');

/** The cells of every row except the two header rows. */
function readCells(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|')),
    );
}

function find<Value>(tables: ReadonlyMap<string, Value>, name: string): Value {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`the document has no table ${name}`);
  return table;
}

export function readTables(document: string): DocumentTables {
  const bytes = new Map(
    [...document.matchAll(BYTES)].map(({ groups = {} }) => {
      const rows = readCells(groups['table'] ?? '').map(
        ([offset = '', type = '', field = '', formula = '', allowed = '']) => ({
          offset,
          type,
          field: withoutTicks(field),
          formula,
          allowed,
        }),
      );
      return [groups['name'] ?? '', { isLittleEndian: groups['order'] === 'little', rows }] as const;
    }),
  );
  const fields = new Map(
    [...document.matchAll(FIELDS)].map(({ groups = {} }) => {
      const rows = readCells(groups['table'] ?? '').map(([field = '', type = '', allowed = '', missing = '']) => ({
        field: withoutTicks(field),
        type,
        allowed,
        missing,
      }));
      return [groups['name'] ?? '', rows] as const;
    }),
  );
  return {
    bytes: (name) => find(bytes, name),
    fields: (name) => find(fields, name),
    names: { bytes: [...bytes.keys()], fields: [...fields.keys()] },
  };
}
