import type { Deps as SessionDeps } from '../sessions/deps.ts'

/** What links are handed: whoever uses one is signed in. */
export type Deps = SessionDeps
