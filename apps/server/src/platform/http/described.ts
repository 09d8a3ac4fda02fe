import { inEnglish, type Translate } from '@waymark/domain/language/translate';

type Values = Readonly<Record<string, string | number>>;

/** A text with its values apart: a console says it in the language of its reader. */
export interface ProblemWords {
  readonly text: string;
  readonly values: Values;
}

export interface Described {
  readonly detail: string;
  readonly words?: ProblemWords | undefined;
}

/** The detail of a problem in English, and its words where they are one text and not put together from several. */
export function described(describe: (t: Translate) => string): Described {
  const said: ProblemWords[] = [];
  const detail = describe((text: string, ...[values]: readonly unknown[]) => {
    const words = { text, values: (values ?? {}) as Values };
    said.push(words);
    return inEnglish(text, words.values);
  });
  const [words, ...others] = said;
  const isWhole = words !== undefined && others.length === 0 && inEnglish(words.text, words.values) === detail;
  return { detail, words: isWhole ? words : undefined };
}
