/** What a spreadsheet would take for the beginning of a formula, also in the wide forms of Asian scripts. */
const AT_START = /^(?:[\t\r]|[\s"]{0,4}[=+\-@＝＋－＠])/u;
/** The same after a character at which a program may split the cell: spreadsheets of many countries split at ";". */
const AFTER_SEPARATOR = /([;|\t\r\n][\s"]{0,4})(?=[=+\-@＝＋－＠])/gu;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** Names and notes come from people: with an apostrophe before it a text stays a text. Done twice, it changes nothing more. */
export function disarmFormula(text: string): string {
  const disarmed = text.replaceAll(AFTER_SEPARATOR, "$1'");
  return AT_START.test(text) ? `'${disarmed}` : disarmed;
}

/** The same for a cell that may be a number already written as text. */
export function disarmCell(text: string): string {
  return NUMBER.test(text) ? text : disarmFormula(text);
}

const ESCAPABLE = /(^|[;|\t])([\s"]{0,4})('*)(?=[=+\-@＝＋－＠])/gu;
const ESCAPED = /(^|[;|\t])([\s"]{0,4})'('*)(?=[=+\-@＝＋－＠])/gu;

/** Disarms a name of a file that is imported again; `unescapeName` gives back exactly the same name. */
export function escapeName(name: string): string {
  return name.replaceAll(ESCAPABLE, "$1$2'$3");
}

export function unescapeName(name: string): string {
  return name.replaceAll(ESCAPED, '$1$2$3');
}
