import { parseSync, Visitor, type CallExpression, type Expression, type JSXAttribute } from 'oxc-parser';

export interface Passage {
  readonly text: string;
  readonly line: number;
}

export interface SourceTexts {
  /** English texts that are translated: `t('…')`, `markText('…')`, the values of `markTexts({…})`, `<Say text="…">`. */
  readonly texts: readonly Passage[];
  /** Calls whose text is a template: a catalogue cannot contain it. */
  readonly templates: readonly Passage[];
  /** Words in JSX that are shown as they stand. */
  readonly untranslated: readonly Passage[];
  /** What the module imports, apart from types. */
  readonly imports: readonly string[];
}

const TRANSLATE = new Set(['t', 'markText']);
const TABLE = 'markTexts';
const RICH = 'Say';
/** Properties of components whose values users read. */
const READ_BY_USERS = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'blockedBecause',
  'cancelLabel',
  'confirmLabel',
  'description',
  'empty',
  'heading',
  'hint',
  'label',
  'message',
  'note',
  'placeholder',
  'question',
  'submitLabel',
  'subtitle',
  'title',
  'tooltip',
  'what',
]);
const WORD = /\p{L}{2,}/u;

export function readTexts(file: string, source: string): SourceTexts {
  const { program, module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const texts: Passage[] = [];
  const templates: Passage[] = [];
  const untranslated: Passage[] = [];
  const at = (text: string, { start }: { start: number }): Passage => ({ text, line: lineAt(source, start) });
  new Visitor({
    CallExpression(call) {
      const argument = call.arguments[0];
      const name = nameOf(call);
      if (name === TABLE && argument) texts.push(...readTable(argument as Expression).map((value) => at(value, call)));
      if (!TRANSLATE.has(name) || !argument) return;
      if (argument.type === 'Literal' && typeof argument.value === 'string') texts.push(at(argument.value, call));
      if (argument.type === 'TemplateLiteral') templates.push(at(source.slice(argument.start, argument.end), call));
    },
    JSXOpeningElement({ name, attributes }) {
      const isRich = name.type === 'JSXIdentifier' && name.name === RICH;
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute') continue;
        const value = readAttribute(attribute);
        if (value === null || attribute.name.type !== 'JSXIdentifier') continue;
        if (isRich && attribute.name.name === 'text') texts.push(at(value, attribute));
        else if (READ_BY_USERS.has(attribute.name.name) && WORD.test(value)) untranslated.push(at(value, attribute));
      }
    },
    JSXText(node) {
      if (WORD.test(node.value)) untranslated.push(at(node.value.trim(), node));
    },
  }).visit(program);
  const imports = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
  ];
  return { texts, templates, untranslated, imports };
}

function nameOf({ callee }: CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
}

function readTable(table: Expression): string[] {
  if (table.type === 'TSSatisfiesExpression' || table.type === 'TSAsExpression') return readTable(table.expression);
  if (table.type !== 'ObjectExpression') return [];
  return table.properties.flatMap((property) =>
    property.type === 'Property' && property.value.type === 'Literal' && typeof property.value.value === 'string'
      ? [property.value.value]
      : [],
  );
}

function readAttribute({ value }: JSXAttribute): string | null {
  const inner = value?.type === 'JSXExpressionContainer' ? value.expression : value;
  return inner?.type === 'Literal' && typeof inner.value === 'string' ? inner.value : null;
}

function lineAt(source: string, start: number): number {
  return source.slice(0, start).split('\n').length;
}
