/** Counts the turns of the event loop while `work` runs. */
export async function countEventLoopTurns(work: (turn: () => number) => Promise<unknown>): Promise<number> {
  let turn = 0
  const count = () => {
    turn++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  try {
    await work(() => turn)
    return turn
  } finally {
    clearImmediate(next)
  }
}
