// What the processes of the stream bench say to one another. Times are those of `readClockMs`.

/** To the devices and to the consoles: connect, then answer `READY`. */
export interface StreamPlace {
  readonly mqttPort: number;
  readonly address: string;
  /** Of the demo company's admin. */
  readonly token: string;
  readonly uids: readonly number[];
  readonly listenersEach: number;
}

export const READY = 'ready';

/** To the devices: so many frames each, one every 0.96 s. */
export interface Streaming {
  readonly frames: number;
}

/** From the devices: when each frame left, by `nameFrame`. */
export interface Published {
  readonly publishedAt: ReadonlyMap<string, number>;
}

/** From the consoles, as soon as they are asked: when each frame came to each that listens, by `nameFrame`. */
export interface Heard {
  readonly heardAt: ReadonlyMap<string, readonly number[]>;
}
export const TELL = 'tell';

export const nameFrame = (uid: number, seq: number): string => `${uid}/${seq}`;
