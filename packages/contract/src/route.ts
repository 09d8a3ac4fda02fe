import type { z } from 'zod';
import type { ProblemCode } from './problems/index.ts';
import type { Role } from './roles.ts';

/** Who may call a route: anybody, or the signed-in people with one of these roles. */
export type Access = 'public' | readonly Role[];

type Media =
  | 'application/json'
  | 'text/plain'
  | 'text/html'
  | 'text/xml'
  | 'text/csv'
  | 'application/x-ndjson'
  | 'application/octet-stream';

/**
 * One call of the API. Paths are the documents'; `:name` stands for digits only unless the route says `anyParams`.
 * Paths stand under /api, those `atRoot` do not.
 */
export interface RouteDefinition {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  readonly atRoot?: true;
  /** Parameters of the path may be any text. */
  readonly anyParams?: true;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** How a body may be written, JSON alone unless said; a form is an object of texts. */
  readonly bodyAs?: 'form-or-json';
  /** The handler itself judges texts that cannot be stored; elsewhere a body with one is refused. */
  readonly anyTexts?: true;
  /** z.void(): an empty body. */
  readonly reply: z.ZodType;
  /** Status of success, 200 unless said. */
  readonly status?: 200 | 201 | 302;
  readonly media?: Media;
  readonly problems?: readonly ProblemCode[];
  /** Failures follow OAuth (`error`, `error_description`) as the identity provider's callers expect. */
  readonly oauthErrors?: true;
  /** Larger bodies than the general limit, in bytes. */
  readonly bodyLimit?: number;
  readonly example: {
    readonly params?: unknown;
    readonly query?: unknown;
    readonly body?: unknown;
    readonly reply: unknown;
  };
}

type SchemaOf<R, Part extends 'params' | 'query' | 'body' | 'reply'> = R extends {
  readonly [P in Part]: infer S extends z.ZodType;
}
  ? S
  : never;

type PartsOf<R> = Extract<keyof R, 'params' | 'query' | 'body'>;

/** What a handler receives: the parsed parts. */
export type RouteInput<R> = { readonly [P in PartsOf<R>]: z.output<SchemaOf<R, P>> };
/** What a client passes. */
export type RouteCall<R> = { readonly [P in PartsOf<R>]: z.input<SchemaOf<R, P>> };
/** What the server answers and the client gets. */
export type RouteReply<R> = z.output<SchemaOf<R, 'reply'>>;

type ExampleOf<R> = { readonly example: RouteCall<R> & { readonly reply: z.input<SchemaOf<R, 'reply'>> } };

/** Declares a route; the example is held to the schemas by the compiler and by the meta-tests. */
export function defineRoute<const R extends RouteDefinition>(route: R & ExampleOf<R>): R {
  return route;
}

export function fullPath(route: RouteDefinition): string {
  return route.atRoot ? route.path : `/api${route.path}`;
}
