/** The same pages, the next one asked for while whoever reads has this one. */
export async function* readAhead<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page, void, undefined> {
  const reading = pages[Symbol.asyncIterator]();
  try {
    let next = reading.next();
    for (;;) {
      const page = await next;
      if (page.done === true) return;
      next = reading.next();
      // Thrown when its turn comes; nobody waits for it when the reader has gone away.
      next.catch(() => undefined);
      yield page.value;
    }
  } finally {
    await reading.return?.();
  }
}
