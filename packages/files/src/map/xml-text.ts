/** Characters that XML 1.0 cannot contain, not even escaped. */
// oxlint-disable-next-line no-control-regex
const NO_XML = /[\0-\u{8}\v\f\u{E}-\u{1F}\u{FFFE}\u{FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export const dropNoXml = (text: string): string => text.toWellFormed().replaceAll(NO_XML, '');

/** For elements and attributes. Escaping `>` also keeps `]]>` out, which no text may contain. */
export const escapeXml = (text: string): string =>
  dropNoXml(text).replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
