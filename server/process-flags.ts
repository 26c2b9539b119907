import { join } from 'node:path'

/**
 * How V8 is to run the server. Its default of 16 MB for new values grows to 48 MB and more under load. With 4 MB the process is
 * some 30 MB smaller than with 16 and answers as many lists; with 2 MB, 4 MB smaller still, it answers 5 % fewer (measured side
 * by side, by turns). On a machine with much memory V8 lets the heap grow fourfold before it collects; the limit, ten times
 * what is alive, makes that less than half as much again.
 */
export const PROCESS_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=512']

/** Where compiled code and stripped types are kept for the next start. */
export const COMPILED = join(import.meta.dirname, '..', '.cache', 'compile')

/**
 * What the environment adds. Where Node finds every module of a thread compiled it never loads its type stripper, which
 * takes 20 MB in the main thread and 11 in each other; a start takes two thirds of the time. glibc is told to keep two
 * pools of freed memory instead of one for each thread, some 10 MB. (To give large pieces back at once would save as much
 * again, but a search, which needs many, then takes half as long again.)
 */
export const PROCESS_ENVIRONMENT = {
  NODE_COMPILE_CACHE: COMPILED,
  MALLOC_ARENA_MAX: '2',
}
