// A viewer's list may be older than what he may see: what no run notifies him of any longer is neither selected nor shown.

let choosable: ReadonlySet<number> | null = null;

/** null: any device. */
export function limitChoice(uids: ReadonlySet<number> | null): void {
  choosable = uids;
}

export function mayChoose(uid: number): boolean {
  return choosable?.has(uid) ?? true;
}
