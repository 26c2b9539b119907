import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { runAsCaller } from '../../platform/fairness/caller.ts'
import { LEARNING_MS } from '../../testing/ai.ts'
import { testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { ENGINE_NAME, ENGINE_VERSION } from '../../../engine/version.ts'
import { EngineThread } from './thread.ts'
import { startAi } from './host.ts'
import { insertModel } from './stored-models.ts'

const office = await testApp()
const log = { error: vi.fn() }
afterAll(() => office.close())

/** Long enough for a slow machine to learn the starting texts. */
const LEARNING = { timeout: LEARNING_MS, interval: 50 }
const DRAFT = { title: 'Sign the licence message', description: 'With the certificate of the ministry.' }

test('the engine answers from its thread and finds existing and new requests', async () => {
  const { db, ada } = office
  const first = await buildRequest(db, { requesterId: ada.id, ...DRAFT })
  const ai = startAi({ db, log })
  try {
    // On a machine without a cached model, the engine first learns its starting texts.
    await vi.waitFor(() => ai.classify(DRAFT, FIRST_DEPARTMENTS), LEARNING)
    expect(await ai.classify(DRAFT, FIRST_DEPARTMENTS)).toMatchObject({ engine: { name: 'local', learnedFrom: 0 } })
    expect(ai.state()).toMatchObject({ state: 'ready', engine: { name: 'local' } })
    await vi.waitFor(async () => expect((await ai.similar(DRAFT, 5)).ready).toBe(true), { timeout: 300_000 })
    expect((await ai.similar(DRAFT, 5)).hits.map(({ id }) => id)).toEqual([first.id])
    const second = await buildRequest(db, { requesterId: ada.id, ...DRAFT, title: 'Sign the licence reply' })
    const similarIds = async () => (await ai.similar({ ...DRAFT, id: first.id }, 5)).hits.map(({ id }) => id)
    await vi.waitFor(async () => expect(await similarIds()).toEqual([second.id]), { timeout: 300_000 })
    expect((await ai.similar(DRAFT, 5, [second.id])).hits.map(({ id }) => id)).toEqual([second.id])
  } finally {
    await ai.close()
  }
})

test(
  'there is no thread before somebody asks nor long after, and the engine counts as ready all the while',
  async () => {
    const thread = new EngineThread({
      log,
      niceness: 0,
      memoryMb: 512,
      idleMs: 20,
      begin: async (starting) => void (await starting.callDirectly('load', {}, LEARNING_MS)),
    })
    try {
      expect(thread.state).toBe('asleep')
      for (let round = 0; round < 2; round++) {
        expect(await thread.ask('classify', { draft: DRAFT }, LEARNING_MS)).toMatchObject({ engine: { name: 'local' } })
        await vi.waitFor(() => expect(thread.state).toBe('asleep'), { timeout: 300_000 })
      }
    } finally {
      await thread.close()
    }
    const ai = startAi({ db: office.db, log })
    expect(ai.state().state).toBe('ready')
    await ai.close()
    expect(log.error).not.toHaveBeenCalled()
  },
  LEARNING_MS,
)

test(
  'a model that another process on this database trained is taken over without a restart, awake or asleep',
  async () => {
    const { db, clock } = office
    const [one, other, sleeper] = Array.from({ length: 3 }, () => startAi({ db, log, pollIntervalMs: 20 }))
    const engineOf = async (ai: typeof one) => (await ai!.classify(DRAFT, FIRST_DEPARTMENTS)).engine.learnedFrom
    const store = async (model: Uint8Array, learnedFrom: number) =>
      db.write((tx) =>
        insertModel(tx, {
          engine: ENGINE_NAME,
          engine_version: ENGINE_VERSION,
          created_at: clock().toISOString(),
          data_from: null,
          data_to: null,
          learned_from: learnedFrom,
          decisions: 0,
          taken_into_use: 1,
          scores: '{}',
          content: model,
        }),
      )
    try {
      await vi.waitFor(async () => expect(await engineOf(one)).toBe(0), LEARNING)
      await vi.waitFor(async () => expect(await engineOf(other)).toBe(0), LEARNING)
      const examples = [{ ...DRAFT, priority: 'high' as const, department: 'it' as const, developmentType: null }]
      const pages = async function* () {
        yield { examples, history: [] }
      }
      const options = { unit: 'calendar' as const, now: 0 }
      const result = await one!.train(pages(), options, new AbortController().signal)
      await store(result.model, result.stamp.learnedFrom)
      await one!.useNewest()
      expect(await engineOf(one)).toBe(1)
      await vi.waitFor(async () => expect(await engineOf(other)).toBe(1), { timeout: 300_000 })
      await vi.waitFor(() => expect(sleeper!.state().engine?.learnedFrom).toBe(1), { timeout: 300_000 })
      expect(await engineOf(sleeper)).toBe(1)

      // The engine falls back to the starting model when a stored one cannot be read.
      await store(new Uint8Array(3), 7)
      await vi.waitFor(async () => expect(await engineOf(other)).toBe(0), { timeout: 300_000 })
    } finally {
      await Promise.all([one, other, sleeper].map((ai) => ai!.close()))
      await db.write((tx) => tx.deleteFrom('models').execute())
      log.error.mockClear()
    }
  },
  LEARNING_MS,
)

test('a thread that dies is replaced and answers again; waiting callers get an error', async () => {
  const thread = new EngineThread({
    log,
    niceness: 0,
    memoryMb: 512,
    begin: async (starting) => void (await starting.callDirectly('load', {}, 60_000)),
  })
  try {
    await thread.whenStarted()
    const waiting = thread.ask('classify', { draft: DRAFT })
    thread.crash()
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    await expect(thread.ask('understand', { question: 'x' })).rejects.toMatchObject({ code: 'unavailable' })
    await vi.waitFor(() => expect(thread.state).toBe('ready'), { timeout: 300_000 })
    expect(await thread.ask('classify', { draft: DRAFT })).toMatchObject({ engine: { name: 'local' } })
  } finally {
    await thread.close()
  }
})

test('many questions of one person neither block nor delay another’s', async () => {
  const thread = new EngineThread({ log, niceness: 0, memoryMb: 512 })
  try {
    await thread.ask('load', {}, LEARNING_MS)
    const answered: string[] = []
    const ask = (key: string) =>
      runAsCaller({ key }, () => thread.ask('classify', { draft: DRAFT }, 60_000)).finally(() => answered.push(key))
    const own = Promise.allSettled(Array.from({ length: 400 }, () => ask('ada')))
    await ask('dan')
    const results = await own
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused.length).toBeGreaterThan(300)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'too-many-calls' })
    expect(answered.slice(refused.length).indexOf('dan')).toBeLessThan(6)
  } finally {
    await thread.close()
  }
})

test('an engine in a separate process answers like one in a thread, and exits when it is closed', async () => {
  const thread = new EngineThread({ log, niceness: 15, memoryMb: 512, ownProcess: true })
  try {
    await thread.ask('load', {}, LEARNING_MS)
    const model = await thread.ask('save', undefined, LEARNING_MS)
    expect(model.byteLength).toBeGreaterThan(1000)
    // The model is not part of the reply: each direction would copy all of it.
    const loaded = await thread.ask('load', { model }, LEARNING_MS)
    expect(loaded).toEqual({ stamp: expect.objectContaining({ name: 'local' }) as unknown })
    expect(await thread.ask('classify', { draft: DRAFT }, LEARNING_MS)).toMatchObject({ engine: { name: 'local' } })
    await expect(thread.ask('load', { model: new Uint8Array(3) }, LEARNING_MS)).rejects.toMatchObject({
      code: 'unavailable',
    })
    const waiting = thread.ask('classify', { draft: DRAFT })
    thread.crash()
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  } finally {
    await thread.close()
  }
})

test('a late answer is an error for its caller, and the engine keeps running', async () => {
  const thread = new EngineThread({ log, niceness: 0, memoryMb: 512 })
  try {
    await expect(thread.ask('load', {}, 1)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await thread.ask('load', {}, LEARNING_MS)).toMatchObject({ stamp: { name: 'local' } })
    await expect(thread.ask('remember', { recent: [] }, LEARNING_MS)).resolves.toBeUndefined()
    await expect(thread.ask('load', { model: new Uint8Array(3) })).rejects.toMatchObject({ code: 'unavailable' })
  } finally {
    await thread.close()
  }
})

test('a thread that slept gets the recent requests again', async () => {
  const ai = startAi({ db: office.db, log, idleMs: 20 })
  const subject = { ...DRAFT, priority: 'high', department: 'it', developmentType: null } as const
  const context = { recent: [], alike: [], similar: [], now: 0 }
  try {
    await vi.waitFor(() => ai.estimate(subject, context), LEARNING)
    for (let round = 0; round < 3; round++) {
      // The second question finds the requests cached in the thread.
      for (let i = 0; i < 2; i++) expect(await ai.estimate(subject, context)).toHaveProperty('days')
      await pause(100)
    }
  } finally {
    await ai.close()
  }
})

test('estimates for people who see only their own requests use only these, and the cached ones stay for the others', async () => {
  const ai = startAi({ db: office.db, log })
  const subject = { ...DRAFT, priority: 'high', department: 'it', developmentType: null } as const
  const rows = Array.from({ length: 40 }, (_, i) => ({
    id: `r${i}`,
    requestId: `RFD-2026-00${i}`,
    title: '',
    description: '',
    developmentType: null,
    priority: 'high' as const,
    department: 'it',
    createdAt: '2026-01-05T09:00:00.000Z',
    finishedAt: `2026-01-${10 + (i % 9)}T09:00:00.000Z`,
  }))
  const estimate = (recent: typeof rows, isOwn: boolean) =>
    ai.estimate(subject, { recent, isOwn, alike: [], similar: [], now: Date.parse('2026-03-01') })
  try {
    const all = await vi.waitFor(() => estimate(rows, false), LEARNING)
    const own = await estimate(rows.slice(0, 3), true)
    expect(own.details?.requests).toBe(3)
    expect(all.details?.requests).toBe(40)
    expect(await estimate(rows, false)).toEqual(all)
    expect(await estimate([], true)).not.toHaveProperty('details.requests', 3)
  } finally {
    await ai.close()
  }
})

test('a thread that hangs is replaced even if no further question comes', async () => {
  log.error.mockClear()
  const script = new URL('data:text/javascript,setInterval(() => {}, 1000)')
  const thread = new EngineThread({ log, niceness: 0, memoryMb: 64, hangTimeoutMs: 1000, script })
  try {
    for (let i = 0; i < 3; i++) {
      await expect(thread.ask('classify', { draft: DRAFT }, 600)).rejects.toMatchObject({ code: 'unavailable' })
    }
    expect(log.error).toHaveBeenCalledWith(expect.anything(), 'A worker thread of the engine is being replaced')
  } finally {
    await thread.close()
  }
})
