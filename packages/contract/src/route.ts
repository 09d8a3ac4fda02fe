import type { z } from 'zod';
import type { KeyUse } from './key-scopes.ts';
import type { ProblemCode } from './problems/index.ts';
import type { Role } from './roles.ts';

/** The callers of a route: everyone, or signed-in users with one of these roles. */
export type Access = 'public' | readonly Role[];

type Media =
  | 'application/json'
  | 'text/plain'
  | 'text/html'
  | 'text/xml'
  | 'text/csv'
  | 'text/calendar'
  | 'application/x-ndjson'
  | 'application/octet-stream';

/**
 * Whose identity must have been proved within the last ten minutes: of every user, or only of those with a second factor;
 * by what the call sends, or by what it finds (then the handler asks).
 */
export type StepUp = 'always' | 'second-factor' | 'by-handler' | ((input: { readonly body?: unknown }) => boolean);

/**
 * A call of the API. Paths follow the documents; `:name` matches only digits unless the route sets `anyParams`. Paths
 * are below /api, except with `atRoot`.
 */
export interface RouteDefinition {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  readonly atRoot?: true;
  /** Path parameters may be any text. */
  readonly anyParams?: true;
  readonly summary: string;
  readonly access: Access;
  /** The API keys that may call it, beside its roles; left out, it is closed to keys. */
  readonly key?: KeyUse;
  /** Left out: the sign-in is enough. API keys are never asked. */
  readonly stepUp?: StepUp;
  /** Open to users who must set up a second factor before anything else. */
  readonly duringSetUp?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Formats of the body, JSON by default; a form is an object of texts. */
  readonly bodyAs?: 'form-or-json';
  /** The handler itself checks for texts that cannot be stored; otherwise such a body is refused. */
  readonly anyTexts?: true;
  /** z.void(): an empty body. */
  readonly reply: z.ZodType;
  /** Status of success, 200 by default. */
  readonly status?: 200 | 201 | 302;
  readonly media?: Media;
  readonly problems?: readonly ProblemCode[];
  /** Failures follow OAuth (`error`, `error_description`), as callers of the identity provider expect. */
  readonly oauthErrors?: true;
  /** Overrides the general body limit, in bytes. */
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

/** The parsed parts that a handler receives. */
export type RouteInput<R> = { readonly [P in PartsOf<R>]: z.output<SchemaOf<R, P>> };
/** The parts that a client passes. */
export type RouteCall<R> = { readonly [P in PartsOf<R>]: z.input<SchemaOf<R, P>> };
/** The reply of the server. */
export type RouteReply<R> = z.output<SchemaOf<R, 'reply'>>;

type ExampleOf<R> = { readonly example: RouteCall<R> & { readonly reply: z.input<SchemaOf<R, 'reply'>> } };

/** Declares a route; the compiler and the contract tests check the example against the schemas. */
export function defineRoute<const R extends RouteDefinition>(route: R & ExampleOf<R>): R {
  return route;
}

export function fullPath(route: RouteDefinition): string {
  return route.atRoot ? route.path : `/api${route.path}`;
}
