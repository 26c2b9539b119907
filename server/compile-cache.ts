import { join } from 'node:path'

/** Where compiled code and stripped types are kept for the next start. */
export const COMPILED = join(import.meta.dirname, '..', '.cache', 'compile')

/**
 * What the environment of the server's process adds. Where Node finds every module of a thread compiled it never loads its type
 * stripper, which takes 20 MB in the main thread and 11 in each other; a start takes two thirds of the time.
 */
export const PROCESS_ENVIRONMENT = { NODE_COMPILE_CACHE: COMPILED }
