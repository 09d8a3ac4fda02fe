/** A client's connection to the built-in broker that carries a device. */
export interface DeviceConnection {
  readonly id: string;
  readonly clientId: string;
  readonly nodeId: string;
  /** UTC milliseconds by the clock of the database, when the client signed in. */
  readonly since: number;
}
