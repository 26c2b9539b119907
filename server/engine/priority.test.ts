import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const CALLS = new URL('./calls.ts', import.meta.url).href

/** Begins a thread of the engine in a thread of a low priority, as in a process that was started with one, and tells both. */
const OUTER = `
  const { getPriority, setPriority } = require('node:os')
  const { parentPort, workerData, Worker } = require('node:worker_threads')
  setPriority(5)
  const inner = new Worker(new URL(workerData.inner), { workerData: { niceness: workerData.niceness } })
  inner.on('message', ({ result }) => parentPort.postMessage([getPriority(), result]))
  inner.postMessage({ id: 1, name: 'priority' })`
const INNER = `import { getPriority } from 'node:os'
  import { serveCalls } from '${CALLS}'
  serveCalls({ priority: () => getPriority() })`

// Elsewhere threads have no priority of their own.
test.runIf(process.platform === 'linux')(
  'a thread of the engine never comes before the process that it is part of',
  async () => {
    const inner = `data:text/javascript,${encodeURIComponent(INNER)}`
    const prioritiesAt = async (niceness: number) => {
      const outer = new Worker(OUTER, { eval: true, workerData: { niceness, inner } })
      const [told] = (await once(outer, 'message')) as [number[]]
      await outer.terminate()
      return told
    }
    expect(await prioritiesAt(0)).toEqual([5, 5])
    expect(await prioritiesAt(10)).toEqual([5, 15])
    expect(await prioritiesAt(19)).toEqual([5, 19])
  },
)
