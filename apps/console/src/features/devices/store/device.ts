/** A device in the client's spelling, with booleans where the wire has 0 or 1. null is unknown. */
export interface Device {
  readonly uid: number;
  readonly lat: number | null;
  readonly lon: number | null;
  /** "YYYY-MM-DD HH:mm:ss", as for all times here except lastPassage, which has milliseconds. */
  readonly lastHeartbeat: string | null;
  readonly lastPassage: string | null;
  readonly lastDetectionCount: number | null;
  readonly lastPowerMode: number | null;
  readonly lastStreamMode: number | null;
  /** Negative, in dBm. */
  readonly lastSignalStrength: number | null;
  /** Millivolts. */
  readonly lastBattery: number | null;
  readonly lastPassageId: number | null;
  readonly lastFrequency0Setting: number | null;
  readonly lastFrequency1Setting: number | null;
  readonly lastFrequency2Setting: number | null;
  readonly lastFrequency3Setting: number | null;
  readonly lastSensitivity0: number | null;
  readonly lastSensitivity1: number | null;
  readonly lastSensitivity2: number | null;
  readonly lastSensitivity3: number | null;
  readonly lastEnable0: boolean | null;
  readonly lastEnable1: boolean | null;
  readonly lastEnable2: boolean | null;
  readonly lastEnable3: boolean | null;
  readonly lastRecordMode: number | null;
  readonly schedule: number | null;
  readonly bluetooth: boolean;
  readonly isConnected: boolean;
  /** null: unknown until the first report of a device with an IMEI. */
  readonly isIridium: boolean | null;
  readonly psgState: number | null;
  readonly psgSize: number | null;
  readonly imei: string | null;
  readonly isAutoDownload: boolean;
  readonly lastExpectedWakeupTime: string | null;
  readonly lastShutdownTime: string | null;
  readonly lastGeoMode: number | null;
  readonly firmwareVersion: number | null;
  readonly groupId: number;
  readonly productNumber: number | null;
}
