/** Pending work for the next delivery round. */
export class Wanted {
  readonly uids = new Set<number>();
  /** Devices that have just connected. */
  readonly come = new Set<number>();
  /** All devices. */
  isAll = false;
  /** A time check is due. */
  isTime = false;

  get isNothing(): boolean {
    return this.uids.size === 0 && this.come.size === 0 && !this.isAll && !this.isTime;
  }

  add(other: Wanted): void {
    for (const uid of other.uids) this.uids.add(uid);
    for (const uid of other.come) this.come.add(uid);
    this.isAll ||= other.isAll;
    this.isTime ||= other.isTime;
  }
}
