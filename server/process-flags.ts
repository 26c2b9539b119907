/**
 * How V8 is to run the server. Its default of 16 MB for new values grows to 48 MB and more under load; with 2 MB the list
 * costs the same time a call (measured side by side) and the process is some 40 MB smaller. On a machine with much memory it
 * lets the heap grow fourfold before it collects; the limit, ten times what is alive, makes that less than half as much again.
 */
export const PROCESS_FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=512']
