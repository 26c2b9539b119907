import type { Deps as SessionDeps } from '../sessions/deps.ts'

/** What profiles are handed: sessions answer for the password, and are told of changes. */
export type Deps = SessionDeps
