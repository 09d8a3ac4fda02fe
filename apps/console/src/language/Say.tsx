import type { NamesIn } from '@waymark/domain/language/translate';
import { Fragment, type ReactNode } from 'react';
import { t } from './t.ts';

interface SayProps<Text extends string> {
  readonly text: Text;
  readonly values: Readonly<Record<NamesIn<Text>, ReactNode>>;
}

// Mark the places of the elements in the translated text. No text contains this character of Unicode's private area.
const MARK = '\uE000';
const MARKED = /\uE000(\w+)\uE000/;

/** A text with elements among its words: `<Say text="Last heard {marker}" values={{ marker: <b>…</b> }} />`. */
export function Say<const Text extends string>({ text, values }: SayProps<Text>) {
  const marks = Object.fromEntries(Object.keys(values).map((name) => [name, `${MARK}${name}${MARK}`]));
  const parts = t(text as string, marks).split(MARKED);
  const byName: Readonly<Record<string, ReactNode>> = values;
  return parts.map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : byName[part]}</Fragment>);
}
