/** The connection over which a client of a broker inside has brought a device. */
export interface DeviceConnection {
  readonly id: string;
  readonly clientId: string;
  readonly nodeId: string;
  /** UTC milliseconds by the clock of the database, when the client signed in. */
  readonly since: number;
}
