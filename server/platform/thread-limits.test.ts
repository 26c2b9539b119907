import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const LIMITS = new URL('./thread-limits.ts', import.meta.url).href

/** Starts a thread inside a low-priority one, like a process started with `nice`, and reports both priorities. */
const OUTER = `
  const { getPriority, setPriority } = require('node:os')
  const { parentPort, workerData } = require('node:worker_threads')
  setPriority(5)
  import('${LIMITS}').then(({ startThread }) => {
    const inner = startThread(new URL(workerData.inner), workerData.niceness, {})
    inner.on('message', (priority) => parentPort.postMessage([getPriority(), priority]))
    inner.postMessage('tell')
  })`
/** A thread that does not change its own priority. */
const INNER = `import { getPriority } from 'node:os'
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', () => parentPort.postMessage(getPriority()))`

// Threads have their own priority on Linux only.
test.runIf(process.platform === 'linux')(
  'a thread is started below the one that starts it, and that one stays',
  async () => {
    const inner = `data:text/javascript,${encodeURIComponent(INNER)}`
    const prioritiesAt = async (niceness: number) => {
      const outer = new Worker(OUTER, { eval: true, workerData: { niceness, inner } })
      const [message] = (await once(outer, 'message')) as [number[]]
      await outer.terminate()
      return message
    }
    expect(await prioritiesAt(0)).toEqual([5, 5])
    expect(await prioritiesAt(10)).toEqual([5, 15])
    expect(await prioritiesAt(19)).toEqual([5, 19])
  },
)
