import type { LayoutDescription, LayoutRow } from '../layout/layout.ts';
import { code, writeTable } from './markdown.ts';

const HEAD = ['Offset', 'Type', 'Field', 'Value of n', 'Allowed', 'Says'];

function writeOffset(offset: number | null): string {
  if (offset === null) return 'next';
  return offset < 0 ? `end − ${-offset}` : String(offset);
}

function writeRow({ offset, type, name, formula, allowed, says }: LayoutRow): readonly string[] {
  return [writeOffset(offset), type, name === '' ? '' : code(name), formula, allowed, says];
}

/** The table of a layout, below its name, byte order and length. */
export function describeLayout(name: string, layout: LayoutDescription): string {
  const isOpen = layout.rows.some(({ type }) => /× (?!\d)/.test(type));
  const length = `${layout.length} ${layout.length === 1 ? 'byte' : 'bytes'}${isOpen ? ' and more' : ''}`;
  return `Bytes of ${code(name)}: ${length}, ${layout.order}.\n\n${writeTable(HEAD, layout.rows.map(writeRow))}`;
}
