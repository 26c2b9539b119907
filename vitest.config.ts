import { defineConfig } from 'vitest/config'

const server = [
  'tests/*.test.ts',
  ...['server', 'shared', 'engine', 'lab', 'seeds', 'tests/durability', 'scripts'].map(
    (root) => `${root}/**/*.test.{ts,mjs}`,
  ),
]
/** Tests that open a database; the same ones run on every engine at hand. */
const onDatabase = ['server/**/*.test.ts', 'seeds/**/*.test.ts']

/** A test that asserts nothing cannot fail; what comes later may come much later where the machine is busy. */
const expect = { requireAssertions: true, poll: { timeout: 20_000 } }

const onServer = (name: string, include: string[], env: Record<string, string>) => ({
  test: { name, include, env, expect, environment: 'node', testTimeout: 120_000, hookTimeout: 120_000 },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      onServer('sqlite', server, { TEST_ENGINE: 'sqlite' }),
      onServer('pglite', onDatabase, { TEST_ENGINE: 'pglite' }),
      ...(process.env.TEST_DATABASE_URL ? [onServer('postgres', onDatabase, { TEST_ENGINE: 'postgres' })] : []),
      {
        test: {
          name: 'page',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          expect,
          environment: 'happy-dom',
          // A class of a module is found by the name that its sheet gives it.
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 60_000,
        },
      },
    ],
  },
})
