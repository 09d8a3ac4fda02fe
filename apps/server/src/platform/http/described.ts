import { inEnglish, type Translate } from '@waymark/domain/language/translate';

type Values = Readonly<Record<string, string | number>>;

/** A text with its values apart: a console says it in the language of its reader. */
interface ProblemText {
  readonly text: string;
  readonly values: Values;
}

/** A text, or several with what stands between them. */
export type ProblemWords = ProblemText | readonly (ProblemText | string)[];

export interface Described {
  readonly detail: string;
  readonly words?: ProblemWords | undefined;
}

/** Cuts the detail at its texts; undefined if they do not stand in it one after the other. */
function cut(detail: string, texts: readonly ProblemText[]): readonly (ProblemText | string)[] | undefined {
  const pieces: (ProblemText | string)[] = [];
  let at = 0;
  for (const each of texts) {
    const english = inEnglish(each.text, each.values);
    const from = detail.indexOf(english, at);
    if (from < 0) return undefined;
    if (from > at) pieces.push(detail.slice(at, from));
    pieces.push(each);
    at = from + english.length;
  }
  return at < detail.length ? [...pieces, detail.slice(at)] : pieces;
}

/** The detail of a problem in English, and its words. */
export function described(describe: (t: Translate) => string): Described {
  const said: ProblemText[] = [];
  const detail = describe((text: string, ...[values]: readonly unknown[]) => {
    const each = { text, values: (values ?? {}) as Values };
    said.push(each);
    return inEnglish(text, each.values);
  });
  if (said.length === 0) return { detail };
  const pieces = cut(detail, said);
  const [only, ...others] = pieces ?? [];
  return { detail, words: typeof only === 'object' && others.length === 0 ? only : pieces };
}
