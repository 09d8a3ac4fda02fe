import type { CompanyId, PathId, RunId, Uid, UserId } from '@waymark/domain/ids';
import type { z } from 'zod';

export interface IdOutput<Id extends number> {
  readonly _zod: { readonly output: Id };
}

/** Returns the same schema, typed so that its output is the id of one kind. */
const typed =
  <Id extends number>() =>
  <Schema extends z.ZodType<number>>(schema: Schema) =>
    schema as Schema & IdOutput<Id>;

export const asUid = typed<Uid>();
export const asCompanyId = typed<CompanyId>();
export const asUserId = typed<UserId>();
export const asRunId = typed<RunId>();
export const asPathId = typed<PathId>();
