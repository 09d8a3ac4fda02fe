import { readZip } from '@waymark/files/testing/read-zip';

// Reads the stored cells of a workbook, by sheet: for tests.

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' };
const unescapeXml = (text: string) => text.replaceAll(/&([^;]+);/g, (_entity, name: string) => ENTITIES[name] ?? '?');

type XlsxCell = string | number | null;

interface XlsxSheet {
  readonly xml: string;
  readonly rows: readonly (readonly XlsxCell[])[];
}

/** "AA" is 26. */
const readColumn = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function readRow(row: string, shared: readonly string[]): XlsxCell[] {
  const cells: XlsxCell[] = [];
  for (const [, column = '', attributes = '', inner = ''] of row.matchAll(
    /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g,
  )) {
    const value = /<v>([^<]*)<\/v>/.exec(inner)?.[1];
    while (cells.length < readColumn(column)) cells.push(null);
    cells.push(
      value === undefined ? null : attributes.includes('t="s"') ? (shared[Number(value)] ?? null) : Number(value),
    );
  }
  return cells;
}

export function readXlsx(bytes: Uint8Array): XlsxSheet[] {
  const files = readZip(bytes);
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, item = '']) =>
    unescapeXml(/<t[^>]*>([\s\S]*?)<\/t>/.exec(item)?.[1] ?? ''),
  );
  const sheets = [...files]
    .filter(([name]) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .toSorted(([one], [other]) => one.localeCompare(other));
  return sheets.map(([, xml]) => ({
    xml,
    rows: [...xml.matchAll(/<row[^>]*>([\s\S]*?)<\/row>/g)].map(([, row = '']) => readRow(row, shared)),
  }));
}
