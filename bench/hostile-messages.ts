// Messages between the hostile bench and the process of its floods.

/** The server under attack, with a viewer and a device that the flood may use. */
export interface FloodTarget {
  /** The source address of the flood; without it, that of the probes. */
  readonly localAddress?: string;
  readonly address: string;
  readonly mqttPort: number;
  readonly viewerToken: string;
  readonly deviceUid: number;
}

export interface FloodOrder {
  readonly flood: string;
  readonly target: FloodTarget;
}

/** From the flood: it listens for END from now on. */
export const BEGUN = 'begun';

/** To the flood: stop; it then answers with the number of messages sent. */
export const END = 'end';

export interface FloodReport {
  readonly sent: number;
}

/** A valid heartbeat at this time. */
export function buildHeartbeat(t: number): string {
  const link = {
    via: 'cell',
    signalStrength: 85,
    satelliteCount: 9,
    externalAntennaConnected: 0,
    internalAntennaFoldState: 1,
  };
  const files = { numberOfflineFiles: 0, numberOnlineFiles: 0, numberIridiumOfflineFiles: 0 };
  return JSON.stringify({
    t,
    lat: 36,
    lon: -96,
    altitude: 200,
    battery: 80,
    errorFlag: 0,
    powerSupplyState: 0,
    geophoneConnected: 1,
    ...link,
    ...files,
  });
}
