import type { Deps as SessionDeps } from '../sign-in/deps.ts'

/** Dependencies of account links; using a link signs the person in. */
export type Deps = SessionDeps
