type Load = () => Promise<unknown>;

/** Loads one after the other, each when the page has nothing else to do. What fails is asked for again by whoever needs it. */
export async function loadInTurn(loads: readonly Load[], whenIdle: () => Promise<void>): Promise<void> {
  for (const load of loads) {
    await whenIdle();
    await load().catch(() => undefined);
  }
}
