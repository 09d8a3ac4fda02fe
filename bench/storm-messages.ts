// Messages between the storm bench and the process of its devices.

export interface StormOrder {
  readonly port: number;
  readonly firstUid: number;
  readonly devices: number;
}

export interface StormReport {
  /** In ms, by the clock of the machine. */
  readonly firstAckAt: number;
  /** Time when the last device had its acknowledgements. */
  readonly allBackAt: number;
  /** Connections that the server closed before their device was back. */
  readonly failed: number;
}
