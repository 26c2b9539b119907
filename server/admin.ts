import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { linkPath } from '../shared/account-links.ts'
import { makeLink, withToken } from './people/account-links/service.ts'
import { chainKeyFrom } from './audit/chain.ts'
import { AuditSealer } from './audit/seal.ts'
import { record } from './audit/service.ts'
import { ConfigError } from './platform/config-error.ts'
import { type Config, readConfig } from './config.ts'
import type { Db } from './platform/database/db.ts'
import { codeOf } from './platform/database/failures.ts'
import { DATABASE_FILE } from './platform/database/open.ts'
import { openPostgres } from './platform/database/postgres/postgres.ts'
import { openSqlite } from './platform/database/sqlite/sqlite.ts'
import { ADMINISTRATOR_ROLE } from '../shared/granting.ts'
import { completeWithin } from './people/roles/administrator-role.ts'
import { deleteSessionsOf } from './people/sign-in/service.ts'
import { liftAllBlocks } from './people/sign-in/blocked-sign-ins.ts'
import { findAccount, storeAccount } from './people/accounts/service.ts'

const USAGE = `Usage: npm run admin -- reset-password USERNAME    prints a one-time link to choose a password
       npm run admin -- unlock USERNAME            lifts the blocks after failed sign-ins
       npm run admin -- make-administrator USERNAME   gives the role Administrator, and reactivates the account`

const clock = () => new Date()

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>
type Command = (db: Db, config: Config, account: Account) => Promise<string>

const COMMANDS: Record<string, Command> = {
  'reset-password': resetPassword,
  unlock,
  'make-administrator': makeAdministrator,
}

/**
 * Recovery commands for the operator of the server who cannot sign in. They work on the database directly, even while a
 * server runs: on SQLite over a short-lived connection of their own.
 */
async function main([name = '', username, ...rest]: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || username === undefined || rest.length > 0) throw new ConfigError(USAGE)
  const { DATA_DIR = './data', DATABASE_URL } = process.env
  // Checked first: reading the configuration would create a missing folder and key.
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, DATABASE_FILE))) {
    throw new ConfigError(`There is no database in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL as for the server.`)
  }
  process.umask(0o077)
  const config = readConfig(process.env)
  const sealer = new AuditSealer(chainKeyFrom(config.secretKey))
  const db = config.databaseUrl
    ? openPostgres(config.databaseUrl)
    : await openSqlite(join(config.dataDir, DATABASE_FILE), (tx) => sealer.seal(tx))
  try {
    const account = await findAccount(db.read, username)
    if (!account) throw new ConfigError(`There is no account ${username}.`)
    console.log(await command(db, config, account))
    if (db.engine === 'postgres') await sealer.sealAll(db)
  } finally {
    await db.close()
  }
}

async function resetPassword(db: Db, config: Config, { id, username, activated_at, deactivated_at }: Account) {
  if (deactivated_at !== null) {
    throw new ConfigError(`The account ${username} is deactivated. Somebody who manages people can reactivate it.`)
  }
  const kind = activated_at === null ? 'invitation' : 'password'
  const made = await db.write(async (tx) => {
    const link = await makeLink(tx, { clock, config }, { kind, userId: id, createdById: null })
    const about = { targetType: 'user', targetId: id, details: { kind, expiresAt: link.expiresAt } }
    await record(tx, clock, { actorId: null, action: 'link.made-on-server', ...about })
    return link
  })
  const office = config.publicUrl ?? `http://${config.host}:${config.port}`
  return `For ${username}, once, until ${made.expiresAt}:\n${office}${linkPath(withToken(made, config))}`
}

async function unlock(db: Db, _config: Config, { id, username }: Account) {
  const lifted = await db.write(async (tx) => {
    const blocks = await liftAllBlocks(tx, { id, username })
    const about = { targetType: 'user', targetId: id, details: { blocks } }
    await record(tx, clock, { actorId: null, action: 'sign-in.unlocked-on-server', ...about })
    return blocks
  })
  return lifted === 0 ? `Nothing blocks ${username}.` : `${username} can sign in again; the failures are forgotten.`
}

/**
 * Also reactivates: where every administrator was deactivated, nobody else could. Earlier links of the account stay
 * invalid, and its sessions are ended, so that nobody finds themselves an administrator on a screen left open.
 */
async function makeAdministrator(db: Db, _config: Config, { id, username, ...before }: Account) {
  const at = clock().toISOString()
  const isDeactivated = before.deactivated_at !== null
  await db.write(async (tx) => {
    await completeWithin(tx, clock)
    await deleteSessionsOf(tx, id)
    await storeAccount(tx, id, { role_id: ADMINISTRATOR_ROLE, deactivated_at: null }, at)
    const details = { role: { from: before.role_id, to: ADMINISTRATOR_ROLE }, reactivated: isDeactivated }
    const about = { targetType: 'user', targetId: id, details }
    await record(tx, clock, { actorId: null, action: 'user.made-administrator-on-server', ...about })
  })
  return [
    `${username} is an Administrator from the next sign-in on.`,
    ...(isDeactivated ? ['The account was deactivated and is active again.'] : []),
    ...(before.activated_at === null ? [`It has no password yet: npm run admin -- reset-password ${username}`] : []),
  ].join('\n')
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isOlder = codeOf(error) === '42P01' || /no such (table|column)/.test(String(error))
  const sentence = error instanceof Error ? error.message : String(error)
  console.error(
    isOlder ? 'This database is of an earlier version. Start the server of this version once first.' : sentence,
  )
  process.exitCode = 1
})
