import { defineConfig } from 'vitest/config'

const server = [
  'tests/*.test.ts',
  ...['server', 'shared', 'engine', 'lab', 'seeds', 'tests/durability', 'scripts'].map(
    (root) => `${root}/**/*.test.{ts,mjs}`,
  ),
]
/** Tests that open a database; they run on SQLite and again on PostgreSQL. */
const onDatabase = ['server/**/*.test.ts', 'seeds/**/*.test.ts']

/**
 * PGlite stands in where there is no PostgreSQL. Where there is one, the same dialect is tested with concurrency, so only
 * enough runs on PGlite to show that the stand-in works (decision 1).
 */
const hasPostgres = Boolean(process.env.TEST_DATABASE_URL)
const standInStillWorks = ['server/database/**/*.test.ts', 'server/requests/*.test.ts']

/** A test without assertions cannot fail. The poll timeout is generous for busy machines. */
const expect = { requireAssertions: true, poll: { timeout: 20_000 } }

const onServer = (name: string, include: string[], env: Record<string, string>) => ({
  test: { name, include, env, expect, environment: 'node', testTimeout: 120_000, hookTimeout: 120_000 },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      onServer('sqlite', server, { TEST_ENGINE: 'sqlite' }),
      ...(hasPostgres ? [onServer('postgres', onDatabase, { TEST_ENGINE: 'postgres' })] : []),
      onServer('pglite', hasPostgres ? standInStillWorks : onDatabase, { TEST_ENGINE: 'pglite' }),
      {
        test: {
          name: 'page',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          expect,
          environment: 'happy-dom',
          // CSS module classes keep their source names, so that tests can find them.
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 60_000,
        },
      },
    ],
  },
})
