import { z } from 'zod';

const SCALARS = ['string', 'number', 'integer', 'boolean'];

/** Writes "scalar or null" as one schema with two types, which the compiled serializer writes several times faster. */
function joinNull(schema: z.core.JSONSchema.BaseSchema): void {
  const { anyOf } = schema;
  const [some, none] = anyOf ?? [];
  if (anyOf?.length !== 2 || typeof some !== 'object' || typeof none !== 'object' || none.type !== 'null') return;
  if (typeof some.type !== 'string' || !SCALARS.includes(some.type)) return;
  delete schema.anyOf;
  Object.assign(schema, some, { type: [some.type, 'null'] }, some.enum && { enum: [...some.enum, null] });
}

/** Writes a tuple as a list of its first element's type: the serializer does not support tuples. */
function loosenTuple(schema: z.core.JSONSchema.BaseSchema): void {
  const [first] = schema.prefixItems ?? [];
  if (first === undefined) return;
  delete schema.prefixItems;
  schema.items = first;
}

/** Builds the schema from which a route's serializer is compiled. */
export function buildReplySchema(reply: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(reply, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      joinNull(jsonSchema);
      loosenTuple(jsonSchema);
    },
  });
}
