// Messages between the downloads bench and the process of its devices.

/** To the devices: connect to this broker and subscribe; publish packets or unrequested passages; or stop. */
export type DownloadFleetOrder =
  | { readonly kind: 'connect'; readonly port: number; readonly uids: readonly number[]; readonly packets: number }
  | { readonly kind: 'tell'; readonly what: 'packets' | 'passages'; readonly startAt: number; readonly count: number }
  | { readonly kind: 'end' };

/** From the devices: all have subscribed; or everything is acknowledged, and the time that took. */
export type DownloadFleetAnswer = { readonly kind: 'ready' } | { readonly kind: 'told'; readonly ms: number };
