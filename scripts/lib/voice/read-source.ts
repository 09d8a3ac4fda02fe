/** The prose of one source file. */
export interface Prose {
  /** JSDoc blocks and blocks of whole-line comments; adjacent `//` lines are one comment. */
  readonly comments: readonly Passage[];
  readonly titles: readonly Passage[];
  /** Comments behind code, block comments and the texts of log calls. */
  readonly others: readonly Passage[];
}

export interface Passage {
  readonly text: string;
  readonly line: number;
}

// A slash starts a regular expression only after a token that cannot end a value.
const TOKEN =
  /\/\*[^]*?\*\/|\/\/[^\n]*|`(?:[^`\\]|\\[^])*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=[(,=:[!&|?{;]\s*|return )\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/|[()]|(?<![.\w])(?:it|test)\b(?:\.\w+)*(?=\(|<[^()]*>\()|\b(?:log|logger|console)\.\w+(?=\()/g;
const QUOTES = /^['"`]/;
const NO_PROSE = /^(?:@|\/|oxlint-|eslint-|knip|<reference)/;
const NO_TITLE =
  /\.(?:describe|step|use|extend|configure|info|setTimeout|slow|beforeEach|afterEach|beforeAll|afterAll)\b/;
const TABLE = /\.(?:each|for|skipIf|runIf)$/;

export function readSource(file: string, source: string): Prose {
  return /\.(?:sql|sh)$/.test(file) ? readLines(source) : readTypeScript(source);
}

function readTypeScript(source: string): Prose {
  const tokens = [...source.matchAll(TOKEN)].map((match) => ({ text: match[0], start: match.index }));
  const lineAt = countLines(source);
  const blocks: { text: string; line: number; end: number }[] = [];
  const titles: Passage[] = [];
  const others: Passage[] = [];
  for (const [index, { text, start }] of tokens.entries()) {
    if (text.startsWith('//') || text.startsWith('/*')) {
      const line = lineAt(start);
      const comment = stripMarks(text);
      const isWholeLine = /^[^\S\n]*$/.test(source.slice(source.lastIndexOf('\n', start - 1) + 1, start));
      const above = blocks.at(-1);
      const isNext = above !== undefined && /^\n[^\S\n]*$/.test(source.slice(above.end, start));
      if (!isWholeLine || (text.startsWith('/*') && !text.startsWith('/**'))) others.push({ text: comment, line });
      else if (isNext && text.startsWith('//')) {
        above.text += ` ${comment}`;
        above.end = start + text.length;
      } else blocks.push({ text: comment, line, end: start + text.length });
    } else if (/^(?:it|test)\b/.test(text)) {
      const title = NO_TITLE.test(text) ? undefined : findTitle(tokens, index);
      if (title !== undefined) titles.push({ text: title.text.slice(1, -1), line: lineAt(title.start) });
    } else if (/^\w/.test(text)) {
      for (const { text: said } of argumentsOf(tokens, index))
        if (QUOTES.test(said)) others.push({ text: said.slice(1, -1), line: lineAt(start) });
    }
  }
  return { comments: blocks.filter(({ text }) => text !== '' && !NO_PROSE.test(text)), titles, others };
}

interface Token {
  readonly text: string;
  readonly start: number;
}

/** The first string of the call, or of the call after a table of cases. */
function findTitle(tokens: readonly Token[], index: number): Token | undefined {
  const inside = argumentsOf(tokens, index);
  if (!TABLE.test(tokens[index]?.text ?? '')) return asString(inside[0]);
  const behind = index + inside.length + 3;
  return tokens[behind]?.text === '(' ? asString(tokens[behind + 1]) : undefined;
}

function asString(token: Token | undefined): Token | undefined {
  return token !== undefined && QUOTES.test(token.text) ? token : undefined;
}

/** The tokens between the parentheses that follow the token at `index`. */
function argumentsOf(tokens: readonly Token[], index: number): Token[] {
  let depth = 0;
  for (let at = index + 1; at < tokens.length; at += 1) {
    if (tokens[at]?.text === '(') depth += 1;
    if (tokens[at]?.text === ')') depth -= 1;
    if (depth === 0) return tokens.slice(index + 2, at);
  }
  return [];
}

function readLines(source: string): Prose {
  const comments: { text: string; line: number }[] = [];
  let isOpen = false;
  for (const [index, line] of source.split('\n').entries()) {
    const text = /^\s*(?:--|#(?!!))\s?(.*)$/.exec(line)?.[1];
    const above = comments.at(-1);
    if (text !== undefined && isOpen && above !== undefined) above.text += ` ${text}`;
    else if (text !== undefined) comments.push({ text, line: index + 1 });
    isOpen = text !== undefined;
  }
  return { comments, titles: [], others: [] };
}

function stripMarks(comment: string): string {
  return comment
    .replace(/^\/\/+|^\/\*+|\*+\/$/g, '')
    .replaceAll(/^\s*\*(?!\/)/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function countLines(source: string): (offset: number) => number {
  let line = 1;
  let seen = 0;
  return (offset) => {
    if (offset < seen) return source.slice(0, offset).split('\n').length;
    for (; seen < offset; seen += 1) if (source[seen] === '\n') line += 1;
    return line;
  };
}
