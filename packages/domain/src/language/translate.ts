// Texts stand in the code in English, with `{name}` for what is filled in. A text in two forms, `{count} run|{count} runs`,
// has one for each row of PLURALS, which `count` chooses. `count` alone is written as a number of the language: other
// numbers, such as a UID, stay as they are. A text with two meanings in English ends in its context, which is not shown:
// `Closed##state`.

type Value = string | number;
type Name<Found extends string> = Found extends `${string} ${string}` ? never : Found;
/** The names in a text: the compiler refuses a call that lacks one. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Found}}${infer Rest}`
  ? Name<Found> | NamesIn<Rest>
  : never;
/** A text without names takes no values. One that is not known to the compiler, such as a row of a table, may take any. */
export type ValuesOf<Text extends string> = string extends Text
  ? [values?: Readonly<Record<string, Value>>]
  : [NamesIn<Text>] extends [never]
    ? []
    : [values: Readonly<Record<NamesIn<Text>, Value>>];

/** Says a text of the code in the language of its reader. */
export type Translate = <const Text extends string>(text: Text, ...values: ValuesOf<Text>) => string;

/** English texts and what they are in another language. */
export type Catalogue = Pick<ReadonlyMap<string, string>, 'get'>;

/** The plural categories of a message in two forms. Numbers of other categories, such as French millions, take the last. */
export const PLURALS = ['one', 'other'] as const;

const NAME = /\{(\w+)\}/g;
const FORMS = '|';
const CONTEXT = '##';

export function makeTranslate(locale: string, catalogue: Catalogue): Translate {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (text: string, ...[given]: readonly unknown[]) => {
    const message = catalogue.get(text) ?? dropContext(text);
    const values = (given ?? {}) as Readonly<Record<string, Value>>;
    const form = message.includes(FORMS) ? chooseForm(message, plurals.select(Number(values['count']))) : message;
    return form.replace(NAME, (whole, name: string) => write(name, values[name], numbers) ?? whole);
  };
}

/** The words of a text without its context. */
export const dropContext = (text: string): string => text.split(CONTEXT, 1)[0] ?? text;

/** Texts as they stand in the code. */
export const inEnglish: Translate = makeTranslate('en-US', new Map());

/** Marks an English text that is translated where it is shown. */
export function markText<const Text extends string>(english: Text): Text {
  return english;
}

/** Marks the values of a table in the same way. */
export function markTexts<const Table extends Readonly<Record<string, string>>>(table: Table): Table {
  return table;
}

export function splitForms(message: string): readonly string[] {
  return message.split(FORMS);
}

export function listNames(message: string): readonly string[] {
  return [...new Set(Array.from(message.matchAll(NAME), ([, name = '']) => name))].toSorted();
}

function chooseForm(message: string, plural: Intl.LDMLPluralRule): string {
  const forms = splitForms(message);
  const at = PLURALS.findIndex((known) => known === plural);
  return forms[at === -1 ? forms.length - 1 : at] ?? '';
}

function write(name: string, value: Value | undefined, numbers: Intl.NumberFormat): string | undefined {
  return name === 'count' && typeof value === 'number' ? numbers.format(value) : value?.toString();
}
