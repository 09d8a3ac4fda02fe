// Generated parts of a page are delimited by two comments, with hand-written text around them.

const PART = /(?<open><!-- generated: (?<name>[\w-]+) -->\n)[\s\S]*?(?<close>\n?<!-- end -->)/g;

/** Replaces every part of the page. A part without a placeholder, or a placeholder without a part, throws. */
export function fillDocument(page: string, parts: ReadonlyMap<string, string>): string {
  const placed = new Set<string>();
  const filled = page.replaceAll(PART, (_whole, open: string, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`nothing writes the part ${name}`);
    placed.add(name);
    return `${open}\n${part}\n\n<!-- end -->`;
  });
  const missing = [...parts.keys()].filter((name) => !placed.has(name));
  if (missing.length > 0) throw new Error(`the page has no place for ${missing.join(', ')}`);
  return filled;
}
