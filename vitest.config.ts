import { defineConfig } from 'vitest/config'
import { BY_SOURCES, DATABASE_TESTS, PGLITE_TESTS, POSTGRES_TESTS } from './tests/scope.ts'

const server = [
  'tests/*.test.ts',
  ...['server', 'shared', 'engine', 'lab', 'seeds', 'tests/durability', 'scripts'].map(
    (root) => `${root}/**/*.test.{ts,mjs}`,
  ),
]

/** What `npm test` leaves to `npm run test:all`; alone, this runner leaves out nothing. */
const leftOut = new Set(process.env.TEST_LEAVE_OUT?.split(','))

/** Tests whose sources have not changed since they passed. */
const unchanged = Object.entries(BY_SOURCES).flatMap(([name, { tests }]) => (leftOut.has(name) ? tests : []))

/** PGlite stands in where there is no PostgreSQL; where there is one, the same dialect is tested with concurrency. */
const hasPostgres = Boolean(process.env.TEST_DATABASE_URL)

/** Only a test that hangs reaches these: a starved machine takes minutes for what else takes a second. */
const patient = { testTimeout: 1_200_000, hookTimeout: 1_200_000 }
/** A test without assertions cannot fail. */
const expect = { requireAssertions: true, poll: { timeout: 300_000 } }

/**
 * The server’s tests run as the server does: Node strips the types itself, and the files of a project share their modules,
 * because state lives in objects that a test builds. Importing the server anew for each file took most of the time.
 */
const onServer = (name: string, groupOrder: number, include: string[]) => ({
  test: {
    name,
    include,
    exclude: ['node_modules/**', ...unchanged],
    env: { TEST_ENGINE: name },
    expect,
    environment: 'node',
    ...patient,
    sequence: { groupOrder },
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})

export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      onServer('sqlite', 1, server),
      ...(hasPostgres ? [onServer('postgres', 3, leftOut.has('dialect') ? POSTGRES_TESTS : DATABASE_TESTS)] : []),
      onServer('pglite', 4, hasPostgres ? PGLITE_TESTS : DATABASE_TESTS),
      {
        test: {
          name: 'page',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          expect,
          environment: 'happy-dom',
          // A fresh context of a lasting worker: a process and a document for each file took more time than its tests.
          pool: 'vmThreads',
          // CSS module classes keep their source names, so that tests can find them.
          css: { modules: { classNameStrategy: 'non-scoped' } },
          ...patient,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
