import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generator } from '../engine/classifier/random.ts'
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
  const rows = Array.from({ length: 100 }, (_, i) => ({
    id: i,
    split: splitOf(i),
    ...(i % 7 === 0 ? {} : { title: i % 2 === 0 ? 'barrier of the gate' : 'rate of the tariff' }),
    description: i % 7 === 0 ? (i % 2 === 0 ? 'the gate' : 'the tariff') : null,
    group: i % 3 === 0 ? 'a' : 'b',
    label: i % 2 === 0 ? 'gate' : 'tariff',
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

test('estimate uses only durations known before, whatever comes later', async () => {
  const random = generator(11)
  const rows = Array.from({ length: 300 }, (_, i) => {
    const created = Date.UTC(2024, 0, 1) + i * 86_400_000
    const value = 2 + Math.floor(random() * 10)
    return {
      id: `r${i}`,
      split: i < 150 ? 'train' : i < 200 ? 'val' : 'test',
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
  const last = rows.map((row, i) => (i < 250 ? row : { ...row, value: 500 }))
  expect((await run(estimateTask, last)).slice(0, 40)).toEqual(answers.slice(0, 40))
})

test('estimate without dates gives the median of similar rows', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => ({
    id: i,
    split: splitOf(i),
    title: i % 2 === 0 ? 'small label' : 'large portal',
    value: i % 2 === 0 ? 1 : 8,
    group: 'p',
  }))
  const answers = await run(estimateTask, rows)
  expect(answers.every(({ id, estimate }) => estimate === rows[Number(id)]!.value)).toBe(true)
})

test('similar ranks ten others, the duplicate first', async () => {
  const words =
    'gate tariff barrier ledger vessel seal quota permit berth lorry invoice broker refund crane depot ferry'.split(' ')
  const random = generator(5)
  const rows = Array.from({ length: 120 }, (_, i) => {
    const cluster = i >> 1
    const own = [words[cluster % 16], words[(cluster * 5 + 3) % 16], `code${cluster}`]
    return {
      id: i,
      split: splitOf(i),
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

test('intent answers oos to unknown questions', async () => {
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

test.each([
  ['not json', 'line 2: not JSON'],
  ['{"id":2,"title":NaN}', 'line 2: not JSON'],
  ['[1]', 'line 2: not an object'],
  ['{"id":2,"split":"holdout"}', 'line 2: split "holdout"'],
])('the line %s is refused with its number', async (line, message) => {
  const input = join(folder, 'bad.jsonl')
  await writeFile(input, `{"id":1}\n${line}\n`)
  for (const task of [classifyTask, estimateTask, similarTask, intentTask]) {
    await expect(task(input, join(folder, 'out.jsonl'), OPTIONS)).rejects.toThrow(message)
  }
})

test('fields that cannot be read are told with their line, and the row is answered', async () => {
  const notes: string[] = []
  const rows = [
    { id: 'a', split: 'train', title: { en: 'gate' }, label: 'x', value: 'many' },
    { split: 'TEST', title: ['gate'], created: 'yesterday' },
    { id: 'c', split: 'test', created: '2026-03-02', resolved: '2026-03-01' },
  ]
  const options = { ...OPTIONS, warn: (note: string) => notes.push(note.slice(note.indexOf('line '))) }
  const answers = await run(classifyTask, rows, options)
  expect(answers.map(({ id }) => id)).toEqual(['2', 'c'])
  expect(notes).toEqual([
    'line 1: title is no text, read as empty',
    'line 1: value "many" can\'t be read and counts as missing',
    'line 2: no id, 2 stands in for it',
    'line 2: created "yesterday" can\'t be read and counts as missing',
    'line 2: title is no text, read as empty',
    'line 3: resolved before it was created, read as not resolved',
  ])
})

test('of many odd lines the first are told, and a file without test or training rows is named as such', async () => {
  const notes: string[] = []
  const options = { ...OPTIONS, warn: (note: string) => notes.push(note) }
  await run(
    classifyTask,
    Array.from({ length: 30 }, () => ({ title: 'gate', label: 'x' })),
    options,
  )
  expect(notes).toHaveLength(12)
  expect(notes.at(-2)).toContain('20 more')
  expect(notes.at(-1)).toContain('no test rows')
  notes.length = 0
  for (const task of [classifyTask, estimateTask, similarTask, intentTask]) {
    expect(await run(task, [{ id: 1, split: 'test', title: 'gate' }], options)).toHaveLength(1)
    expect(notes.at(-1)).toContain('nothing to learn from')
  }
})

test('numeric and boolean labels keep their type', async () => {
  const rows = (labels: (string | number | boolean)[]) =>
    Array.from({ length: 40 }, (_, i) => ({
      id: i,
      split: splitOf(i),
      title: i % 2 === 0 ? 'barrier gate' : 'rate tariff',
      label: labels[i % 2]!,
    }))
  for (const labels of [
    [1, 2],
    [true, false],
  ]) {
    for (const task of [classifyTask, intentTask]) {
      for (const { id, label } of await run(task, rows(labels))) expect(label).toBe(labels[Number(id) % 2])
    }
  }
})

test('a byte order mark, carriage returns, splits in capitals, empty lines and a missing last line end change nothing', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({
    id: i,
    split: splitOf(i),
    title: `word${i % 5} \u2028 thing${i % 2}`,
    label: `l${i % 2}`,
  }))
  const plain = await run(classifyTask, rows)
  const input = join(folder, 'odd.jsonl')
  const lines = rows.map((row) => JSON.stringify({ ...row, split: row.split.toUpperCase(), none: [{}] }))
  await writeFile(input, `\uFEFF${lines.join('\r\n\r\n')}`)
  await classifyTask(input, join(folder, 'odd-out.jsonl'), OPTIONS)
  const odd = (await readFile(join(folder, 'odd-out.jsonl'), 'utf8')).trimEnd().split('\n')
  expect(odd.map((line) => JSON.parse(line) as unknown)).toEqual(plain)
})

test('a request resolved before it was created is not learnt from', async () => {
  const rows = Array.from({ length: 120 }, (_, i) => {
    const created = Date.UTC(2024, 0, 1) + i * 86_400_000
    const days = i % 3 === 0 ? -20 : 4
    return {
      id: i,
      split: i < 80 ? 'train' : 'test',
      title: 'x',
      created: new Date(created).toISOString(),
      resolved: new Date(created + days * 86_400_000).toISOString(),
      ...(i % 2 === 0 ? { value: days } : {}),
    }
  })
  for (const { estimate, low } of await run(estimateTask, rows)) {
    expect(Number(estimate)).toBeCloseTo(4, 0)
    expect(Number(low)).toBeGreaterThanOrEqual(0)
  }
})

test('one class, one row of a class, and nothing in a text are answered', async () => {
  const one = [
    { id: 1, title: '', label: 'only' },
    { id: 2, title: 'gate', label: 'only' },
    { id: 3, split: 'test', title: '' },
  ]
  expect(await run(classifyTask, one)).toMatchObject([{ id: 3, label: 'only' }])
  const alone = [...one, { id: 4, title: 'tariff', label: 'other' }]
  expect(await run(classifyTask, alone)).toMatchObject([{ id: 3, label: 'only' }])
  const unlabelled = await run(classifyTask, [{ id: 5, title: 'gate' }, ...one.slice(2)])
  expect(unlabelled).toEqual([{ id: 3, label: '', confidence: 0 }])
})

test('the same file gives the same answers', async () => {
  const rows = Array.from({ length: 80 }, (_, i) => ({
    id: i,
    split: splitOf(i),
    title: `word${i % 9} thing${i % 4}`,
    label: `l${i % 3}`,
  }))
  expect(await run(classifyTask, rows)).toEqual(await run(classifyTask, rows))
})
