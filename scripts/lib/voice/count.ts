import { type Passage, readSource } from './read-source.ts';

export const MEASURES = ['openings', 'tails', 'he', 'vague', 'ids'] as const;
export type Measure = (typeof MEASURES)[number];

export interface Finding extends Passage {
  readonly measure: Measure;
  readonly file: string;
}

export interface Counts {
  readonly comments: number;
  readonly titles: number;
  readonly findings: readonly Finding[];
}

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** A comment with such a first word is half a sentence. "Whether", "when", "how" and "why" may open a phrase. */
const OPENING = /^(?:what|who|whom|whose|whoever|whatever|whichever|of|so|so that|those|that|one|where|wherever)\b/i;

/** First words that continue a sentence: the title then needs the name of its group. */
const TAIL = new RegExp(
  `^(?:,|(?:${[
    'and or but nor so than that which who whom whose what whatever whoever where while when until unless',
    'with without of in on at by for to from as after before beyond over under between',
    'is are was were be been has have had do can cannot could may might must will would should',
    'ask bear begin come get give go have hear hold keep know lead leave lie make say show stand stay take tell',
  ]
    .join(' ')
    .replaceAll(' ', '|')})\\b|does\\b(?! not))`,
);
const IDS = /^(?:\[[A-Z]-\d+[^\]]*\]\s*)+/;
const HE = /\b(?:he|his|him|himself)\b/gi;
const VAGUE = /\b(?:nobody|anew|whoever|somebody)\b/gi;
const CITATION = /\b[XQ]-\d{2,3}\b|\bdoc(?:ument)? ?\d+ ?§/g;
/** Lines that quote the documents by which the product was ordered. */
const QUOTED_LINE = /^(?:> .*|- \*\*[A-V]-\d+\*\*.*)$/gm;

/** Ids that a decision record or the list of requirements explains. */
export function readExplained(documents: readonly SourceFile[]): Set<string> {
  const explaining = documents.filter(({ file }) => /^docs\/(?:decisions\/|requirements\.md$)/.test(file));
  return new Set(explaining.flatMap(({ text }) => text.match(CITATION) ?? []));
}

export function countFile({ file, text }: SourceFile, explained: ReadonlySet<string>): Counts {
  if (file.endsWith('.md')) return { comments: 0, titles: 0, findings: countMarkdown(file, text) };
  const { comments, titles, others } = readSource(file, text);
  const said = [...comments, ...titles, ...others];
  const findings = [
    ...comments.filter((comment) => OPENING.test(comment.text)).map((comment) => find('openings', comment)),
    ...titles.filter((title) => TAIL.test(title.text.replace(IDS, ''))).map((title) => find('tails', title)),
    ...said.flatMap((one) => (one.text.match(HE) ?? []).map(() => find('he', one))),
    ...said.flatMap((one) => (one.text.match(VAGUE) ?? []).map(() => find('vague', one))),
    ...said.flatMap((one) =>
      (one.text.match(CITATION) ?? []).filter((id) => !explained.has(id)).map(() => find('ids', one)),
    ),
  ];
  return { comments: comments.length, titles: titles.length, findings };

  function find(measure: Measure, passage: Passage): Finding {
    return { measure, file, ...passage };
  }
}

function countMarkdown(file: string, text: string): Finding[] {
  const lines = text.replaceAll(QUOTED_LINE, '').split('\n');
  return lines.flatMap((line, index) =>
    (['he', 'vague'] as const).flatMap((measure) =>
      (line.match(measure === 'he' ? HE : VAGUE) ?? []).map(() => ({ measure, file, text: line, line: index + 1 })),
    ),
  );
}
