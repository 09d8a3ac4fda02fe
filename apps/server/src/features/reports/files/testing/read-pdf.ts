import { inflateSync } from 'node:zlib';

// Reads the texts of a PDF report, page by page, in drawing order: for tests.

interface Part {
  readonly head: string;
  readonly stream: string;
}

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)endobj/g;
const STREAM = /^([\s\S]*?)stream\n([\s\S]*?)\nendstream/;

function readParts(bytes: Uint8Array): Map<string, Part> {
  const text = Buffer.from(bytes).toString('latin1');
  return new Map(
    [...text.matchAll(OBJECT)].map(([, number = '', body = '']) => {
      const [, head = body, packed = ''] = STREAM.exec(body) ?? [];
      const stream = head.includes('FlateDecode')
        ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
        : packed;
      return [number, { head, stream }];
    }),
  );
}

const decodeUnit = (hex: string) =>
  String.fromCodePoint(...(hex.match(/[\da-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** The letters of a font by the numbers of its glyphs. */
function readLetters(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/g)) {
    for (const [at, [, hex = '']] of [...list.matchAll(/<([\da-f ]*)>/g)].entries())
      letters.set(Number.parseInt(first, 16) + at, decodeUnit(hex));
  }
  return letters;
}

function readFonts(parts: ReadonlyMap<string, Part>, resources: string): Map<string, Map<number, string>> {
  return new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font = '']) => {
      const map = /ToUnicode (\d+)/.exec(parts.get(font)?.head ?? '')?.[1] ?? '';
      return [name, readLetters(parts.get(map)?.stream ?? '')];
    }),
  );
}

function readPage(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string[] {
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf[\s\S]*?\[([^\]]*)\] TJ/g)].map(([, font = '', shown = '']) => {
    const glyphs = [...shown.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    return glyphs.map((glyph) => fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? '').join('');
  });
}

/** The texts of each page. */
export function readPdf(bytes: Uint8Array): string[][] {
  const parts = readParts(bytes);
  const kids =
    [...parts.values()].find(({ head }) => head.includes('/Type /Pages'))?.head.match(/Kids \[([^\]]*)\]/)?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, number = '']) => {
    const page = parts.get(number)?.head ?? '';
    const of = (name: string) => parts.get(new RegExp(`/${name} (\\d+)`).exec(page)?.[1] ?? '');
    return readPage(of('Contents')?.stream ?? '', readFonts(parts, of('Resources')?.head ?? ''));
  });
}
