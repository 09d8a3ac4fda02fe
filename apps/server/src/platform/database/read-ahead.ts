/** Yields the same pages; requests the next one while the caller processes the current one. */
export async function* readAhead<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page, void, undefined> {
  const reading = pages[Symbol.asyncIterator]();
  try {
    let next = reading.next();
    for (;;) {
      const page = await next;
      if (page.done === true) return;
      next = reading.next();
      // A failure is thrown when its page is due; this keeps it handled if the caller has stopped reading.
      next.catch(() => undefined);
      yield page.value;
    }
  } finally {
    await reading.return?.();
  }
}
