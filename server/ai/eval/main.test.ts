import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generator } from '../engine/random.ts'
import { classifyTask } from './classify.ts'
import { estimateTask } from './estimate.ts'
import { intentTask } from './intent.ts'
import { similarTask } from './similar.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'ai-eval-'))))
afterEach(() => rm(folder, { recursive: true }))

const OPTIONS = { by: false, bare: true }
const splitOf = (at: number) => (at % 5 === 4 ? 'test' : at % 5 === 3 ? 'val' : 'train')

type Task = (input: string, output: string, options: typeof OPTIONS) => Promise<unknown>

async function run(task: Task, rows: readonly object[], options = OPTIONS): Promise<Record<string, unknown>[]> {
  const [input, output] = [join(folder, 'in.jsonl'), join(folder, 'out.jsonl')]
  await writeFile(input, rows.map((row) => JSON.stringify(row)).join('\n'))
  await task(input, output, options)
  const text = await readFile(output, 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('classify answers each test row once, by group as well, with fields missing', async () => {
  const rows = Array.from({ length: 100 }, (_, at) => ({
    id: at,
    split: splitOf(at),
    ...(at % 7 === 0 ? {} : { title: at % 2 === 0 ? 'barrier of the gate' : 'rate of the tariff' }),
    description: at % 7 === 0 ? (at % 2 === 0 ? 'the gate' : 'the tariff') : null,
    group: at % 3 === 0 ? 'a' : 'b',
    label: at % 2 === 0 ? 'gate' : 'tariff',
  }))
  for (const by of [false, true]) {
    const answers = await run(classifyTask, [...rows, { id: 'new', split: 'test', title: 'gate', group: 'unseen' }], {
      by,
      bare: false,
    })
    expect(answers.map(({ id }) => id)).toEqual([
      ...rows.filter(({ split }) => split === 'test').map(({ id }) => id),
      'new',
    ])
    expect(
      answers.every(
        ({ label, confidence }) =>
          (label === 'gate' || label === 'tariff') && Number(confidence) > 0 && Number(confidence) <= 1,
      ),
    ).toBe(true)
    const right = answers.slice(0, -1).filter(({ id, label }) => label === rows[Number(id)]!.label)
    expect(right.length).toBeGreaterThanOrEqual(18)
  }
})

test('estimate reads durations from what was resolved before, whatever comes later', async () => {
  const random = generator(11)
  const rows = Array.from({ length: 300 }, (_, at) => {
    const created = Date.UTC(2024, 0, 1) + at * 86_400_000
    const value = 2 + Math.floor(random() * 10)
    return {
      id: `r${at}`,
      split: at < 150 ? 'train' : at < 200 ? 'val' : 'test',
      title: 'x',
      created: new Date(created).toISOString(),
      resolved: new Date(created + value * 86_400_000).toISOString(),
      value,
    }
  })
  const answers = await run(estimateTask, rows)
  expect(answers).toHaveLength(100)
  for (const { estimate, low, high } of answers) {
    expect(Number(low)).toBeLessThanOrEqual(Number(estimate))
    expect(Number(high)).toBeGreaterThanOrEqual(Number(estimate))
    expect(Number(estimate)).toBeGreaterThan(2)
    expect(Number(estimate)).toBeLessThan(12)
  }
  const last = rows.map((row, at) => (at < 250 ? row : { ...row, value: 500 }))
  expect((await run(estimateTask, last)).slice(0, 40)).toEqual(answers.slice(0, 40))
})

test('estimate without dates gives the median of what is like it', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => ({
    id: at,
    split: splitOf(at),
    title: at % 2 === 0 ? 'small label' : 'large portal',
    value: at % 2 === 0 ? 1 : 8,
    group: 'p',
  }))
  const answers = await run(estimateTask, rows)
  expect(answers.every(({ id, estimate }) => estimate === rows[Number(id)]!.value)).toBe(true)
})

test('similar ranks ten others, the duplicate first', async () => {
  const words =
    'gate tariff barrier ledger vessel seal quota permit berth lorry invoice broker refund crane depot ferry'.split(' ')
  const random = generator(5)
  const rows = Array.from({ length: 120 }, (_, at) => {
    const cluster = at >> 1
    const own = [words[cluster % 16], words[(cluster * 5 + 3) % 16], `code${cluster}`]
    return {
      id: at,
      split: splitOf(at),
      title: own.sort(() => random() - 0.5).join(' '),
      description: words[Math.floor(random() * 16)],
      cluster: `c${cluster}`,
    }
  })
  const answers = await run(similarTask, rows)
  expect(answers).toHaveLength(24)
  for (const { id, ranked } of answers as { id: number; ranked: number[] }[]) {
    expect(ranked).not.toContain(id)
    expect(new Set(ranked).size).toBe(ranked.length)
    expect(ranked.length).toBeLessThanOrEqual(10)
    expect(ranked[0]).toBe(id ^ 1)
  }
})

test('intent says oos to what is none of the known questions', async () => {
  const known = {
    cancel: ['cancel', 'withdraw', 'revoke'],
    status: ['status', 'progress', 'state'],
    export: ['export', 'download', 'print'],
  }
  const rows: { id: string; split: string; title: string; label: string }[] = []
  let at = 0
  for (const [label, words] of Object.entries(known)) {
    for (let k = 0; k < 60; k++)
      rows.push({ id: `q${at++}`, split: splitOf(k), title: `how do I ${words[k % 3]} my request ${k % 7}`, label })
  }
  for (let k = 0; k < 60; k++)
    rows.push({
      id: `q${at++}`,
      split: splitOf(k),
      title: `what is the weather in ${['rome', 'lima', 'oslo'][k % 3]} today`,
      label: 'oos',
    })
  const answers = await run(intentTask, rows)
  const truth = new Map(rows.map(({ id, label }) => [id, label]))
  expect(answers.filter(({ id, label }) => truth.get(String(id)) === label).length).toBeGreaterThanOrEqual(46)
})

test('a line that is no object is refused with its number', async () => {
  const input = join(folder, 'bad.jsonl')
  await writeFile(input, '{"id":1}\nnot json\n')
  await expect(classifyTask(input, join(folder, 'out.jsonl'), OPTIONS)).rejects.toThrow('line 2')
})

test('the same file gives the same answers', async () => {
  const rows = Array.from({ length: 80 }, (_, at) => ({
    id: at,
    split: splitOf(at),
    title: `word${at % 9} thing${at % 4}`,
    label: `l${at % 3}`,
  }))
  expect(await run(classifyTask, rows)).toEqual(await run(classifyTask, rows))
})
