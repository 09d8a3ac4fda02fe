/** The beginning of a spreadsheet formula, including full-width forms of Asian scripts. */
const AT_START = /^(?:[\t\r]|[\s"]{0,4}[=+\-@＝＋－＠])/u;
/** The same after a character at which a program may split the cell: spreadsheets of many countries split at ";". */
const AFTER_SEPARATOR = /([;|\t\r\n][\s"]{0,4})(?=[=+\-@＝＋－＠])/gu;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** Users choose names and notes: a leading apostrophe keeps a formula a text. Idempotent. */
export function disarmFormula(text: string): string {
  const disarmed = text.replaceAll(AFTER_SEPARATOR, "$1'");
  return AT_START.test(text) ? `'${disarmed}` : disarmed;
}

/** The same for a cell that may contain a number as text. */
export function disarmCell(text: string): string {
  return NUMBER.test(text) ? text : disarmFormula(text);
}

const ESCAPABLE = /(^|[;|\t])([\s"]{0,4})('*)(?=[=+\-@＝＋－＠])/gu;
const ESCAPED = /(^|[;|\t])([\s"]{0,4})'('*)(?=[=+\-@＝＋－＠])/gu;

/** Disarms a name in a file that is imported again; `unescapeName` restores the exact name. */
export function escapeName(name: string): string {
  return name.replaceAll(ESCAPABLE, "$1$2'$3");
}

export function unescapeName(name: string): string {
  return name.replaceAll(ESCAPED, '$1$2$3');
}
