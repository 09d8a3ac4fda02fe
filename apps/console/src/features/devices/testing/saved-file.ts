import { vi } from 'vitest';

interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** The file that the console passes to the browser during this action. The browser does not save it. */
export async function catchFile(act: () => Promise<void>): Promise<SavedFile> {
  const makeUrl = vi.spyOn(URL, 'createObjectURL');
  const { promise, resolve } = Promise.withResolvers<string>();
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    resolve(this.download);
  });
  try {
    await act();
    const name = await promise;
    const blob = makeUrl.mock.lastCall?.[0];
    return { name, text: blob instanceof Blob ? await blob.text() : '' };
  } finally {
    makeUrl.mockRestore();
    click.mockRestore();
  }
}
