import type { Deps as SessionDeps } from '../sign-in/deps.ts'

/** Dependencies of profiles: sessions check the password and are invalidated by changes. */
export type Deps = SessionDeps
