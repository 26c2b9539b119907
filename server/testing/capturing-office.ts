import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, vi } from 'vitest'
import { type ShipperLimits, SegmentShipper } from '../backup/point-in-time/shipper.ts'
import { readStored, type Stored, writeStored } from '../backup/stored-settings.ts'
import { DATABASE_FILE } from '../platform/database/open.ts'
import { openFiles } from '../platform/files/open.ts'
import { BACKUP_KEY, openPlace, type TestPlace } from './backup-offices.ts'

interface Options {
  change?: Partial<Stored>
  limits?: Partial<ShipperLimits>
  /** of the shipper; default: the real one */
  clock?: () => Date
  /** default: whatever is logged fails the test */
  onError?: (fields: object) => void
  /** of the database that bases are copied from */
  file?: string
}

/** An office whose segments are copied while it is open. */
export async function openCapturing(where: TestPlace, options: Options = {}) {
  const { change = {}, limits, clock = () => new Date(), onError = (fields) => expect.fail(inspect(fields)) } = options
  const { file = join(where.DATA_DIR, DATABASE_FILE) } = options
  const { db, sealer } = await openPlace(where)
  const changeSettings = (changed: Partial<Stored>) =>
    db.write(async (tx) => {
      await writeStored(tx, { ...(await readStored(tx)), ...changed }, clock().toISOString())
    })
  await changeSettings({ pointInTime: true, ...change })
  const config = { dataDir: where.DATA_DIR, databaseUrl: undefined, secretKey: Buffer.from(BACKUP_KEY) }
  const files = openFiles({ ...config, bucket: undefined })
  const deps = { db, clock, config, files, file, log: { error: onError } }
  const shipper = new SegmentShipper(deps, db.capture!, { everyMs: 20, ...limits })
  shipper.start()
  const shows = (check: (status: Awaited<ReturnType<SegmentShipper['status']>>) => void) =>
    vi.waitFor(async () => check(await shipper.status()), { timeout: 300_000, interval: 10 })
  const close = async () => {
    await shipper.close(60_000)
    await db.close()
  }
  return { db, sealer, files, config, shipper, changeSettings, shows, close }
}

/** Waits until the first copy of the database is stored. */
export async function capturingFrom(where: TestPlace, options?: Options) {
  const office = await openCapturing(where, options)
  await office.shows(({ from }) => expect(from).not.toBeNull())
  return office
}
