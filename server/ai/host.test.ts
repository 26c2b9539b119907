import { afterAll, expect, test, vi } from 'vitest'
import { testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { EngineThread } from './engine-thread.ts'
import { startAi } from './host.ts'

const office = await testApp()
const log = { error: vi.fn() }
afterAll(() => office.close())

const DRAFT = { title: 'Sign the licence message', description: 'With the certificate of the ministry.' }

test('the engine answers from its thread, finds what was there and what came in later', async () => {
  const { db, ada } = office
  const first = await buildRequest(db, { requesterId: ada.id, ...DRAFT })
  const ai = startAi({ db, log })
  try {
    // On a machine that has never started it, the engine first learns its starting texts.
    await vi.waitFor(() => expect(ai.state().state).toBe('ready'), { timeout: 50_000 })
    expect(await ai.classify(DRAFT)).toMatchObject({ engine: { name: 'local', learnedFrom: 0 } })
    expect(ai.state()).toMatchObject({ state: 'ready', engine: { name: 'local' } })
    await vi.waitFor(async () => expect((await ai.similar(DRAFT, 5)).ready).toBe(true), { timeout: 30_000 })
    expect((await ai.similar(DRAFT, 5)).hits.map(({ id }) => id)).toEqual([first.id])
    const second = await buildRequest(db, { requesterId: ada.id, ...DRAFT, title: 'Sign the licence reply' })
    const found = async () => (await ai.similar({ ...DRAFT, id: first.id }, 5)).hits.map(({ id }) => id)
    await vi.waitFor(async () => expect(await found()).toEqual([second.id]), { timeout: 30_000 })
    expect((await ai.similar(DRAFT, 5, [second.id])).hits.map(({ id }) => id)).toEqual([second.id])
  } finally {
    await ai.close()
  }
})

test('a thread that dies is replaced and answers again; whoever waited is told', async () => {
  const thread = new EngineThread({
    log,
    niceness: 0,
    memoryMb: 512,
    begin: async (begun) => void (await begun.tell('load', {}, 60_000)),
  })
  try {
    await thread.begins()
    const waiting = thread.ask('classify', { draft: DRAFT })
    thread.crash()
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    await expect(thread.ask('understand', { question: 'x' })).rejects.toMatchObject({ code: 'unavailable' })
    await vi.waitFor(() => expect(thread.state).toBe('ready'), { timeout: 30_000 })
    expect(await thread.ask('classify', { draft: DRAFT })).toMatchObject({ engine: { name: 'local' } })
  } finally {
    await thread.close()
  }
})

test('an answer that comes too late is refused, and the engine goes on', async () => {
  const thread = new EngineThread({ log, niceness: 0, memoryMb: 512 })
  try {
    await expect(thread.ask('load', {}, 1)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await thread.ask('load', {}, 60_000)).toMatchObject({ stamp: { name: 'local' } })
    await expect(thread.ask('build', null as never)).resolves.toBeUndefined()
    await expect(thread.ask('load', { model: new Uint8Array(3) })).rejects.toMatchObject({ code: 'unavailable' })
  } finally {
    await thread.close()
  }
})
