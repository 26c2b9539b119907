/** Of the engine and its stored models, apart from the engine itself: whoever only looks for a model need not load it. */
export const ENGINE_NAME = 'local'
/** Raised with every change that makes stored models unreadable or answers differently. */
export const ENGINE_VERSION = '1.8'
