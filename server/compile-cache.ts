import { join } from 'node:path'

/** Where compiled code and stripped types are kept for the next start. */
export const COMPILED = join(import.meta.dirname, '..', '.cache', 'compile')

/** What the environment of the server's process adds: docs/decisions/0051-room-of-the-process.md. */
export const PROCESS_ENVIRONMENT = {
  // Where Node finds every module of a thread compiled it never loads its type stripper, which takes 20 MB in the main thread
  // and 11 in each other; a start takes two thirds of the time.
  NODE_COMPILE_CACHE: COMPILED,
  // Room for the main thread's short-lived values, in MB: Node's own 16 would hold 50 more and answer no sooner.
  NODE_OPTIONS: '--max-semi-space-size=8',
  // glibc keeps what it frees in up to eight arenas a core.
  MALLOC_ARENA_MAX: '2',
}
