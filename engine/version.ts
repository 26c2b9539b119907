/** In a separate file, so that code that only looks for a model need not load it. */
export const ENGINE_NAME = 'local'
/** Raised with every change that makes stored models unreadable or changes the answers. */
export const ENGINE_VERSION = '1.8'
