/** A row of a table; a bar would end its cell. */
function writeRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [writeRow(head), writeRow(head.map(() => '---')), ...rows.map(writeRow)].join('\n');
}

export const code = (text: string) => `\`${text}\``;
