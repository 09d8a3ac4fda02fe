// A viewer's list may be older than their permissions: a device that no run notifies them about can be neither selected
// nor shown.

let choosable: ReadonlySet<number> | null = null;

/** null: any device. */
export function limitChoice(uids: ReadonlySet<number> | null): void {
  choosable = uids;
}

export function mayChoose(uid: number): boolean {
  return choosable?.has(uid) ?? true;
}
