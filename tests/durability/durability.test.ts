import { expect, test } from 'vitest'
import { startPostgres } from '../../server/testing/postgres-server.ts'
import { runDocumentKills } from './documents.ts'
import { runFullDisk } from './full-disk.ts'
import { runDurability } from './run.ts'

test('acknowledged writes are there exactly once after the process was killed twice', async () => {
  const outcome = await runDurability({ kills: 2, roundMs: [100, 700], fewest: 20 })
  expect(outcome.problems).toEqual([])
  expect(outcome.kills).toBe(2)
  expect(outcome.acknowledged).toBeGreaterThanOrEqual(40)
})

test('on PostgreSQL, too, when the server and then the database were killed', async ({ skip }) => {
  const postgres = await startPostgres()
  if (!postgres) return skip('This machine has no PostgreSQL')
  try {
    const outcome = await runDurability({ kills: 2, roundMs: [100, 700], fewest: 20, postgres })
    expect(outcome.problems).toEqual([])
    expect(outcome).toMatchObject({ kills: 2, crashes: 1 })
    expect(outcome.acknowledged).toBeGreaterThanOrEqual(40)
  } finally {
    postgres.stop()
  }
})

test('of three servers on one PostgreSQL any may be killed: nothing is lost, and counters and audit chain are right', async ({
  skip,
}) => {
  const postgres = await startPostgres()
  if (!postgres) return skip('This machine has no PostgreSQL')
  try {
    const outcome = await runDurability({ kills: 2, roundMs: [100, 700], fewest: 20, postgres, processes: 3 })
    expect(outcome.problems).toEqual([])
    expect(outcome).toMatchObject({ kills: 2, crashes: 0 })
    expect(outcome.acknowledged).toBeGreaterThanOrEqual(40)
  } finally {
    postgres.stop()
  }
})

test('on a full disk writes are refused, what was acknowledged stays, and with room again it goes on', async ({
  skip,
}) => {
  const outcome = await runFullDisk()
  if ('skipped' in outcome) return skip(outcome.skipped)
  expect(outcome.problems).toEqual([])
  expect(outcome.acknowledged).toBeGreaterThan(0)
  expect(outcome.refused).toBeGreaterThan(0)
})

test('uploads resume after kills, and no file is lost, incomplete or left over', async () => {
  const outcome = await runDocumentKills({ kills: 2 })
  expect(outcome.problems).toEqual([])
  expect(outcome.kills).toBe(2)
  expect(outcome.attached).toBeGreaterThan(0)
})
