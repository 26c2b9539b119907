import {
  type EmailSettings,
  type EmailSettingsChange,
  type EmailTested,
  type EmailTrial,
  SMTP_HOST_REFUSAL,
} from '../../../shared/email-settings.ts'
import { text } from '../../../shared/texts/say.ts'
import { record } from '../../audit/service.ts'
import type { Actor } from '../../platform/actor.ts'
import { valuesChanged } from '../../audit/values-changed.ts'
import type { Reader } from '../../platform/database/db.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import { fieldError } from '../../platform/errors.ts'
import type { FairSemaphore } from '../../platform/fairness/fair-semaphore.ts'
import { seal, unseal } from '../../platform/outgoing/seal.ts'
import { requirePermission } from '../../people/roles/require-permission.ts'
import { staleSettings } from '../../settings/stale-settings.ts'
import type { Deps } from './deps.ts'
import type { Smtp } from './smtp.ts'
import { mayBePlain, smtpHost } from './smtp-host.ts'
import { readStored, Stored, writeStored } from './stored-settings.ts'
import { sendTestMessage } from './test-message.ts'

const MANAGE = ['settings.manage', 'change settings'] as const

export async function getEmailSettings({ db, config }: Deps, actor: Actor): Promise<EmailSettings> {
  requirePermission(actor, ...MANAGE)
  return shown(config, await readStored(db.read))
}

/**
 * Stores the changed fields; they apply to the next mail.
 * @throws AppError `stale-version` with the current settings if somebody else has saved since `change.version`;
 * `not-allowed` for another host without `requests.viewAll`
 */
export async function changeEmailSettings(
  { db, config, clock }: Deps,
  actor: Actor,
  { version, ...change }: EmailSettingsChange,
): Promise<EmailSettings> {
  requirePermission(actor, ...MANAGE)
  return db.write(async (tx) => {
    await lockByName(tx, 'settings')
    const before = await readStored(tx)
    if (version !== undefined && version !== before.version) throw staleSettings(shown(config, before))
    const after = changed(config, before, change)
    if (after.host !== '' && after.host !== before.host) checkMayNameHost(actor)
    const names = namesChanged(before, after)
    if (names.length === 0) return shown(config, before)
    const stored = { ...after, version: before.version + 1 }
    await writeStored(tx, stored, clock().toISOString())
    await record(tx, clock, {
      actorId: actor.id,
      action: 'settings.email-changed',
      details: {
        changed: names,
        hasPassword: after.sealedPassword !== null,
        ...valuesChanged(before, after, 'sealedPassword'),
      },
    })
    return shown(config, stored)
  })
}

/** Sends a message with the values of a form that may not be saved yet. */
export async function testEmailSettings(
  deps: Deps & { turns: FairSemaphore },
  actor: Actor,
  { to, version: _version, ...trial }: EmailTrial,
): Promise<EmailTested> {
  requirePermission(actor, ...MANAGE)
  const { db, clock, config, settings, turns } = deps
  const stored = changed(config, await readStored(db.read), trial)
  if (stored.host === '') throw fieldError('bad-input', 'host', text('Enter the SMTP host first'))
  const { officeName } = await settings.policy()
  const addressed = { from: { name: officeName, address: stored.sender }, to }
  const tested = await turns.run(() => sendTestMessage(smtpOf(config, stored), addressed))
  const details = { host: stored.host, to, ok: tested.ok }
  await db.write((tx) => record(tx, clock, { actorId: actor.id, action: 'settings.email-tested', details }))
  return tested
}

/** The SMTP server and the address that mail comes from; undefined while the office sends no mail. */
export async function findSmtp(
  reader: Reader,
  config: Pick<Deps['config'], 'secretKey'>,
): Promise<{ smtp: Smtp; sender: string } | undefined> {
  const stored = await readStored(reader)
  return stored.host === '' ? undefined : { smtp: smtpOf(config, stored), sender: stored.sender }
}

/** Who gets the digest of the audit log every day; empty: nobody. */
export async function auditDigestAddress(reader: Reader): Promise<string> {
  return (await readStored(reader)).auditDigestTo
}

function smtpOf(config: Pick<Deps['config'], 'secretKey'>, stored: Stored): Smtp {
  const { host, port, security, username } = stored
  return { host, port, security, username, password: passwordOf(config, stored) }
}

/**
 * The settings after a change. A password belongs to the host it was entered for and is dropped with another host;
 * otherwise an administrator could have it sent to a host of their own.
 */
function changed(
  { secretKey }: Pick<Deps['config'], 'secretKey'>,
  before: Stored,
  { password, ...rest }: Omit<EmailSettingsChange, 'version'>,
): Stored {
  const given = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => name in before && value !== undefined),
  )
  const after: Stored = { ...before, ...given, host: rest.host ? hostIn(rest.host) : (rest.host ?? before.host) }
  if (after.host !== before.host || password === null || password === '') after.sealedPassword = null
  if (password) {
    if (after.host === '')
      throw fieldError('bad-input', 'password', text('Enter the SMTP host first: a password belongs to one'))
    after.sealedPassword = seal(secretKey, password, boundTo(after.host))
  }
  if (after.host === '') return after
  if (after.sender === '') throw fieldError('bad-input', 'sender', text('Enter the address that mail comes from'))
  if (after.security === 'none' && !mayBePlain(after.host))
    throw fieldError('bad-input', 'security', text('Mail may only go unencrypted within your own network'))
  return after
}

function hostIn(typed: string): string {
  const { host, problem } = smtpHost(typed)
  if (problem !== undefined) throw fieldError('bad-input', 'host', text('The SMTP host {problem}', { problem }))
  return host
}

function passwordOf({ secretKey }: Pick<Deps['config'], 'secretKey'>, { host, sealedPassword }: Stored) {
  return sealedPassword === null ? undefined : unseal(secretKey, sealedPassword, boundTo(host))
}

function boundTo(host: string): string {
  return `smtp://${host}`
}

/** Texts of everybody's requests are sent to the host, so whoever may not see them may not have them sent anywhere. */
function checkMayNameHost(actor: Actor): void {
  if (!actor.permissions.has('requests.viewAll')) throw fieldError('not-allowed', 'host', SMTP_HOST_REFUSAL)
}

function shown(config: Deps['config'], stored: Stored): EmailSettings {
  const { host, port, security, username, sender, auditDigestTo, sealedPassword, version } = stored
  return {
    host,
    port,
    security,
    username,
    sender,
    auditDigestTo,
    hasPassword: sealedPassword !== null,
    isPasswordReadable: sealedPassword === null || passwordOf(config, stored) !== undefined,
    hasLinks: config.publicUrl !== undefined,
    version,
  }
}

function namesChanged(before: Stored, after: Stored): string[] {
  const names = (Object.keys(after) as (keyof Stored)[]).filter((name) => after[name] !== before[name])
  return names.map((name) => (name === 'sealedPassword' ? 'password' : name))
}
