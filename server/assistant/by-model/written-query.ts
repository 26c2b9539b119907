import { z } from 'zod'
import { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'

/** Optional fields may be null and lists empty, since endpoints in strict mode never omit a field. */
function nullable(shape: Record<string, z.ZodType>) {
  return Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, nullableField(field)]))
}

function nullableField(field: z.ZodType): z.ZodType {
  if (!(field instanceof z.ZodOptional)) return field
  const inner = field.unwrap()
  return z.nullish(inner instanceof z.ZodArray ? z.array(inner.element) : (inner as z.ZodType))
}

const WrittenFilter = z.strictObject(nullable(QueryFilter.shape))

/** A query as a model writes it. Unknown fields are refused: ignoring them would drop a restriction. */
export const WrittenQuery = z
  .strictObject({
    ...nullable(AssistantQuery.shape),
    filter: WrittenFilter,
    of: z.nullish(WrittenFilter),
    compare: z.nullish(z.array(WrittenFilter)),
  })
  .transform(withoutEmpty)
  .pipe(AssistantQuery)

/** Removes nulls and empty lists, which mean the same as an omitted field. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([, field]) => field !== null && !(Array.isArray(field) && field.length === 0),
  )
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutEmpty(field)]))
}
