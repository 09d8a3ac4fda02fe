type Load = () => Promise<unknown>;

/** Loads one after the other, each when the page is idle. A failed part is loaded again on first use. */
export async function loadInTurn(loads: readonly Load[], whenIdle: () => Promise<void>): Promise<void> {
  for (const load of loads) {
    await whenIdle();
    await load().catch(() => undefined);
  }
}
