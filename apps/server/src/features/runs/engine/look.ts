/** A check that every node runs every ten seconds; it must tolerate other nodes running it at the same moment. */
export interface Look {
  readonly name: string;
  look(): Promise<void>;
}
