import type { Access, RouteDefinition, RouteInput, RouteReply } from '@waymark/contract/route';
import type { Call } from './call.ts';

/** A file may be answered in parts while it is still being written. */
type Answer<R extends RouteDefinition> = R extends { readonly media: 'application/octet-stream' }
  ? Uint8Array | AsyncIterable<Uint8Array | string>
  : R extends { readonly media: 'text/csv' | 'application/x-ndjson' }
    ? RouteReply<R> | AsyncIterable<string>
    : RouteReply<R>;

export type Handler<R extends RouteDefinition> = (
  input: RouteInput<R>,
  call: Call<R['access'] extends Access ? R['access'] : never>,
) => Answer<R> | Promise<Answer<R>>;

/** A single handler per route of a feature: a missing handler or a different reply does not compile. */
export type Handlers<Feature extends Readonly<Record<string, RouteDefinition>>> = {
  readonly [Name in keyof Feature]: Handler<Feature[Name]>;
};
