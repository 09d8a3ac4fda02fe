/**
 * Something that is looked after every ten seconds. Every node does so: what it does must bear that another does the same in
 * the same moment.
 */
export interface Look {
  readonly name: string;
  look(): Promise<void>;
}
