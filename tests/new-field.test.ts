import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edit, FIELD, TEST_DATA } from './new-field/edits.ts'
import { STATUS } from './new-field/status.ts'

const TOP = join(import.meta.dirname, '..')
const ROOTS = ['shared', 'engine', 'server', 'web', 'seeds', 'lab', 'bench']
const hasPostgres = Boolean(process.env.TEST_DATABASE_URL)
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'rfd-new-field-'))
  // Excludes the other tests: they create requests without the new field.
  const filter = (from: string) => !/\.test\.tsx?$/.test(from)
  for (const root of ROOTS) cpSync(join(TOP, root), join(copy, root), { recursive: true, filter })
  for (const file of globSync('*.{json,ts}', { cwd: TOP })) cpSync(join(TOP, file), join(copy, basename(file)))
  // The runner's configuration imports it.
  cpSync(join(TOP, 'tests/scope.ts'), join(copy, 'tests/scope.ts'))
  symlinkSync(join(TOP, 'node_modules'), join(copy, 'node_modules'))
  for (const edit of [...FIELD, ...STATUS, ...TEST_DATA]) apply(edit)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function apply({ file, after = '', before = '', add }: Edit): void {
  const path = join(copy, file)
  const place = after || before
  if (place === '') return writeFileSync(path, add)
  const text = readFileSync(path, 'utf8')
  expect(text.split(place), `${file}: ${place}`).toHaveLength(2)
  writeFileSync(
    path,
    text.replace(place, () => after + add + before),
  )
}

/** Output and exit code of a process. */
async function run(...args: string[]): Promise<{ code: unknown; said: string }> {
  const env = { ...process.env, NO_COLOR: '1' }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy, env, maxBuffer: 2 ** 26 })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    return { code, said: `${stdout}\n${stderr}` }
  }
}

const filesOf = (edits: Edit[]) => [...new Set(edits.map(({ file }) => file))]

test('an ordinary field costs at most seven files, and CONTRIBUTING names them', () => {
  const files = filesOf(FIELD)
  expect(files.length).toBeLessThanOrEqual(7)
  const said = readFileSync(join(TOP, 'CONTRIBUTING.md'), 'utf8')
  for (const file of files.filter((name) => !name.includes('migrations/'))) expect(said).toContain(`\`${file}\``)
})

test('a status costs at most eight files, and CONTRIBUTING names them', () => {
  const files = filesOf(STATUS)
  expect(files.length).toBeLessThanOrEqual(8)
  const said = readFileSync(join(TOP, 'CONTRIBUTING.md'), 'utf8')
  for (const file of files.filter((name) => !name.includes('migrations/'))) expect(said).toContain(`\`${file}\``)
})

test('with one more field and status the types hold, and they work in API and page; one more department takes a row and no file', async () => {
  const types = run('node_modules/typescript/bin/tsc', '-b', 'shared', 'engine', 'server', 'web')
  cpSync(join(TOP, 'tests/new-field/api.txt'), join(copy, 'server/requests/new-field.test.ts'))
  cpSync(join(TOP, 'tests/new-field/page.txt'), join(copy, 'web/requests/new-field.test.tsx'))
  cpSync(join(TOP, 'tests/new-field/status-api.txt'), join(copy, 'server/requests/new-status.test.ts'))
  cpSync(join(TOP, 'tests/new-field/status-page.txt'), join(copy, 'web/requests/new-status.test.tsx'))
  expect(await types).toEqual({ code: 0, said: '' })
  const tests = await run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=sqlite',
    '--project=page',
    // The migration of the status differs between the engines.
    ...(hasPostgres ? ['--project=postgres'] : []),
    'new-field.test',
    'new-status.test',
  )
  expect(tests, tests.said).toMatchObject({ code: 0 })
  expect(tests.said).toMatch(hasPostgres ? /Test Files\s+6 passed/ : /Test Files\s+4 passed/)
})
