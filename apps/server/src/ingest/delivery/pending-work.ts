/** Pending work for the next delivery round. */
export class PendingWork {
  readonly uids = new Set<number>();
  /** Devices that have just connected. */
  readonly connected = new Set<number>();
  /** All devices. */
  isAll = false;
  /** A time check is due. */
  isCheckDue = false;

  add(other: PendingWork): void {
    for (const uid of other.uids) this.uids.add(uid);
    for (const uid of other.connected) this.connected.add(uid);
    this.isAll ||= other.isAll;
    this.isCheckDue ||= other.isCheckDue;
  }
}
