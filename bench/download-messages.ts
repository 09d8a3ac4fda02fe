// What the downloads bench and the process of its devices say to one another.

/** To the devices: connect to this broker and listen; tell passages that nobody has asked for; or stop. */
export type DownloadFleetOrder =
  | { readonly kind: 'connect'; readonly port: number; readonly uids: readonly number[]; readonly packets: number }
  | { readonly kind: 'tell'; readonly what: 'packets' | 'passages'; readonly startAt: number; readonly count: number }
  | { readonly kind: 'end' };

/** From the devices: all listen; or all that was to be told is acknowledged, and how long that took. */
export type DownloadFleetAnswer = { readonly kind: 'ready' } | { readonly kind: 'told'; readonly ms: number };
