import { HistoryEntry } from '../../../shared/request-history.ts'
import { RequestList } from '../../../shared/request-list.ts'
import type { SwaggerTransform } from '@fastify/swagger'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Comment } from '../../../shared/comments.ts'
import { DashboardStats, StatusDistribution, Volume } from '../../../shared/dashboard.ts'
import { Problem } from '../../../shared/problem.ts'
import { ServiceRequest } from '../../../shared/requests.ts'
import { PersonName, Profile, Session, SignedInUser, SignIn, User } from '../../../shared/users.ts'

/** Schemas that the document defines once and references. */
const named = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries({
  Problem,
  Comment,
  DashboardStats,
  HistoryEntry,
  PersonName,
  Profile,
  RequestList,
  ServiceRequest,
  Session,
  SignedInUser,
  SignIn,
  StatusDistribution,
  User,
  Volume,
})) {
  named.add(schema, { id })
}
interface Overridden {
  zodSchema: z.core.$ZodType
  jsonSchema: { minimum?: number; maximum?: number; description?: string }
}
const zodToJsonConfig = {
  override: ({ zodSchema, jsonSchema }: Overridden) => {
    // Otherwise every integer would carry the bounds of JavaScript's safe integers.
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    // The library reads descriptions from our registry of names, but contracts put them into the global one.
    const description = z.globalRegistry.get(zodSchema)?.description
    if (description !== undefined) jsonSchema.description = description
  },
}
export const toJsonSchema: SwaggerTransform = createJsonSchemaTransform({ schemaRegistry: named, zodToJsonConfig })
export const toComponents = createJsonSchemaTransformObject({ schemaRegistry: named, zodToJsonConfig })
