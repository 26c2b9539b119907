/**
 * Room for a thread's short-lived values, in MB: V8's default of 48 would make a server with engine, index and reading threads
 * a hundred larger. The main thread, whose answers would take longer, keeps the default.
 */
export const YOUNG_MB = 12
