// Messages between the storm bench and the process of its devices.

export interface StormOrder {
  readonly port: number;
  readonly firstUid: number;
  readonly devices: number;
}

export interface StormReport {
  /** By the clock of the machine, in ms. */
  readonly firstAckAt: number;
  /** When the last device had its acknowledgements. */
  readonly allBackAt: number;
  /** Connections that the server ended before their device was back. */
  readonly failed: number;
}
