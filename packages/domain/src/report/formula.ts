/** What a spreadsheet would take for the beginning of a formula, also in the wide forms of Asian scripts. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;

/** Names and notes come from people: with an apostrophe before it a text stays a text. */
export const disarmFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
