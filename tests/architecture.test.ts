import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const TOP = join(import.meta.dirname, '..')
const ROOTS = ['server', 'web', 'shared', 'engine', 'lab', 'seeds']
/** The modules that assemble the server; they may import everything. */
const ASSEMBLY = /^server\/[\w-]+\.ts$/

interface Import {
  from: string
  to: string
}

const imports = ROOTS.flatMap(filesOf).flatMap(importsOf)

function filesOf(root: string): string[] {
  const files = readdirSync(join(TOP, root), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('testing/'))
    .map((file) => `${root}/${file}`)
}

/** Includes type imports: a module cannot be understood without the types that it imports. */
function importsOf(from: string): Import[] {
  const text = readFileSync(join(TOP, from), 'utf8')
  const targets = text.matchAll(/(?:from|import|import\()\s*['"](\.[^'"?]+)/g)
  return [...targets].map(([, target]) => ({ from, to: normalize(join(dirname(from), target!)) }))
}

/** Runtime imports of a file; type-only imports are erased. */
function valuesFrom(file: string): string[] {
  const text = readFileSync(join(TOP, file), 'utf8')
  const targets = text.matchAll(/^(?:import|export) (?!type)(?:[^'"]* from )?'(\.[^']+)'/gm)
  return [...targets].map(([, target]) => normalize(join(dirname(file), target!)))
}

/** Rooms and folders that are one thing: their parts may refer to one another. */
const WHOLE = ['server/assistant', 'server/backup', 'engine/documents']
/** Folders that are a part of their room's own files. */
const PARTS = [
  'server/notices/notice-mail',
  'server/people/imports',
  'server/people/several',
  'server/reports/ready',
  'server/requests/counters',
  'web/analytics/panels',
  'web/analytics/what-if',
  'web/reports/builder',
]

/**
 * The folder of a file: `server/requests/comments`, also for deeper files, or `server/requests` for the room's own ones. A file
 * directly in a root stands for itself.
 */
function folderOf(file: string): string {
  const parts = file.split('/')
  if (parts.length === 2) return file
  const folder = parts.slice(0, Math.min(3, parts.length - 1)).join('/')
  const whole = WHOLE.find((place) => folder === place || folder.startsWith(`${place}/`))
  return whole ?? (PARTS.includes(folder) ? roomOf(file) : folder)
}

/** `server/requests` */
function roomOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

/** One cycle among the edges as the list of its nodes; undefined if there is none. */
function findCircle(edges: readonly Import[]): string[] | undefined {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const done = new Set<string>()
  const visit = (place: string, path: string[]): string[] | undefined => {
    if (path.includes(place)) return [...path.slice(path.indexOf(place)), place]
    if (done.has(place)) return undefined
    done.add(place)
    for (const { to } of targets.get(place) ?? []) {
      const circle = visit(to, [...path, place])
      if (circle) return circle
    }
    return undefined
  }
  for (const place of targets.keys()) {
    const circle = visit(place, [])
    if (circle) return circle
  }
  return undefined
}

test.each(ROOTS)('the folders of %s import one another in one direction only', (root) => {
  const within = imports.filter(({ from, to }) => from.startsWith(`${root}/`) && to.startsWith(`${root}/`))
  const edges = within
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to)
  expect(findCircle(edges)).toBeUndefined()
})

test('the platform knows no other room', () => {
  const below = imports.filter(({ from }) => from.startsWith('server/platform/'))
  expect(below.length).toBeGreaterThan(0)
  expect(below.filter(({ to }) => to.startsWith('server/') && roomOf(to) !== 'server/platform')).toEqual([])
})

test('the page has the rooms of the server, and few others', () => {
  const roomsOf = (root: string) =>
    new Set(
      filesOf(root)
        .map(roomOf)
        .filter((room) => !/\.tsx?$/.test(room))
        .map((room) => room.slice(root.length + 1)),
    )
  const [server, web] = [roomsOf('server'), roomsOf('web')]
  expect([...server].filter((room) => !web.has(room))).toEqual(['platform'])
  expect([...web].filter((room) => !server.has(room))).toEqual(['app', 'client', 'ui'])
})

test('a cycle is found wherever it is', () => {
  const edge = (from: string, to: string) => ({ from, to })
  expect(findCircle([edge('a', 'b'), edge('b', 'c'), edge('a', 'c')])).toBeUndefined()
  expect(findCircle([edge('a', 'b'), edge('b', 'c'), edge('c', 'd'), edge('d', 'b')])).toEqual(['b', 'c', 'd', 'b'])
})

test('a feature calls another one’s service, never its queries', () => {
  const isQueries = (file: string) => /(^|[/-])queries\.ts$/.test(file)
  const trespasses = imports.filter(
    ({ from, to }) => isQueries(to) && from.startsWith('server/') && folderOf(from) !== folderOf(to),
  )
  expect(trespasses).toEqual([])
})

test('only the assembly modules import from everywhere', () => {
  const whole = ['server/services.ts', 'server/app.ts', 'server/routes.ts', 'server/config.ts']
  const knowing = imports.filter(({ from, to }) => whole.includes(to) && from.startsWith('server/'))
  expect(knowing.length).toBeGreaterThan(0)
  expect(knowing.filter(({ from }) => !ASSEMBLY.test(from))).toEqual([])
})

test('the threads of the engine load no validator', () => {
  const workers = ['server/ai/host/engine-worker.ts', 'server/ai/host/index-worker.ts']
  const loaded = new Set(workers)
  for (const file of loaded) valuesFrom(file).forEach((to) => loaded.add(to))
  expect(loaded).toContain('engine/classify.ts')
  expect([...loaded].filter((file) => /from 'zod/.test(readFileSync(join(TOP, file), 'utf8')))).toEqual([])
})

test('the server imports the seeds through a single module, and never the lab', () => {
  const outside = imports.filter(({ from, to }) => from.startsWith('server/') && /^(seeds|lab|web)\//.test(to))
  expect(outside).toEqual([{ from: 'server/start.ts', to: 'seeds/demo.ts' }])
})

/** Read deleted documents as well: until they are purged, the index keeps their pages and the store their files. */
const WITH_DELETED = ['server/documents/uploads/sweep-queries.ts', 'server/requests/search/pages.ts']

test('whoever reads documents leaves out the deleted ones, by the one condition', () => {
  const reading = filesOf('server').filter((file) => {
    const text = readFileSync(join(TOP, file), 'utf8')
    const isReading = /(?:From|Join)\('documents\b|\b(?:from|join) documents\b(?! from| on the)/.test(text)
    return isReading && !file.includes('/migrations/') && !text.includes('isLive(')
  })
  expect(reading).toEqual(WITH_DELETED)
  const byHand = filesOf('server').filter((file) =>
    /\bd(?:ocuments)?\.deleted_at(?:', '| )is\b/.test(readFileSync(join(TOP, file), 'utf8')),
  )
  expect(byHand).toEqual([])
})
