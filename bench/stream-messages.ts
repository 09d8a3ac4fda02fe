// Messages between the processes of the stream bench. Times come from `readClockMs`.

/** To the devices and to the consoles: connect, then answer `READY`. */
export interface StreamPlace {
  readonly mqttPort: number;
  readonly address: string;
  /** Token of the demo company's admin. */
  readonly token: string;
  readonly uids: readonly number[];
  readonly listenersEach: number;
}

export const READY = 'ready';

/** To the devices: send this many frames each, one every 0.96 s. */
export interface Streaming {
  readonly frames: number;
}

/** From the devices: send time of each frame, by `nameFrame`. */
export interface Published {
  readonly publishedAt: ReadonlyMap<string, number>;
}

/** From the consoles, on request: arrival times of each frame at each listener, by `nameFrame`. */
export interface Heard {
  readonly heardAt: ReadonlyMap<string, readonly number[]>;
}
export const TELL = 'tell';

export const nameFrame = (uid: number, seq: number): string => `${uid}/${seq}`;
