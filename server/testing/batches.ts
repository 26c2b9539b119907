import { expect, vi } from 'vitest'
import { backgroundJobs } from '../background.ts'
import type { Ai } from '../ai/host/ai.ts'
import { get, post, type testApp } from './app.ts'
import { buildRequest } from './build.ts'
import type { jobRunners } from './jobs.ts'

/** Ben's batch runs in an office: start, process and read them. */
export function batchesOf(office: Awaited<ReturnType<typeof testApp>>, ai: Ai, run: ReturnType<typeof jobRunners>) {
  const work = (engine: Ai = ai) => run(office, backgroundJobs({ ...office.services, ai: engine }))
  const get1 = async (url: string) => (await get(office.app, office.ben, url)).body
  const untilState = (id: string, state: string) =>
    vi.waitFor(async () => expect((await get1(`/api/ai/batches/${id}`)).state).toBe(state), {
      timeout: 300_000,
      interval: 10,
    })

  async function analysed(count: number, body: object = {}) {
    const { app, db, ada, ben } = office
    for (let i = 0; i < count; i++) {
      await buildRequest(db, {
        requesterId: ada.id,
        title: `Firewall rule ${i} lets everybody in`,
        description: 'Attackers could read passwords. Close it at once.',
      })
    }
    const { body: batch } = await post(app, ben, '/api/ai/batches', body)
    work()
    await untilState(batch.id, 'finished')
    const { items } = await get1(`/api/ai/batches/${batch.id}/items`)
    return { address: `/api/ai/batches/${batch.id}`, items }
  }

  return { work, get1, untilState, analysed }
}
