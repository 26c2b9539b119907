import { generateIdentity, identityToRecipient } from 'age-encryption'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { seal, unseal } from '../../platform/outgoing/seal.ts'
import type { Target } from '../targets/target.ts'
import { identityName } from './names.ts'
import { streamOf } from './objects.ts'
import type { Packer } from './packer.ts'

const Kept = z.object({ identity: z.string(), recipient: z.string(), sealedFor: z.string() })
type Kept = z.infer<typeof Kept>
const BOUND = 'identity of segments'

interface Wanted {
  /** of this machine, which knows the pair, too */
  folder: string
  /** tells places apart, also two of the same name at different addresses */
  place: string
  secretKey: Buffer
  passphrase: string
  packer: Packer
}

/**
 * The key pair that segments are encrypted for: a passphrase takes a second, which is too long for each of them. The
 * place has its identity, sealed with the passphrase.
 * @returns the recipient
 */
export async function recipientAt(
  target: Target,
  { folder, place, secretKey, passphrase, packer }: Wanted,
): Promise<string> {
  const file = join(folder, 'identity')
  const stored = await readKept(file, secretKey)
  const sealedFor = createHash('sha256').update(`${place}\n${passphrase}`).digest('hex')
  if (stored?.sealedFor === sealedFor) return stored.recipient
  const identity = stored?.identity ?? (await generateIdentity())
  const recipient = stored?.recipient ?? (await identityToRecipient(identity))
  await target.remove(identityName(recipient))
  await target.put(identityName(recipient), streamOf(await packer.pack({ text: identity, passphrase })))
  const text = JSON.stringify({ identity, recipient, sealedFor } satisfies Kept)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(file, seal(secretKey, text, BOUND), { mode: 0o600, flush: true })
  return recipient
}

/** @returns undefined without one, or when SECRET_KEY has changed: then there is a new pair beside the former one */
async function readKept(file: string, secretKey: Buffer): Promise<Kept | undefined> {
  const sealed = await readFile(file, 'utf8').catch(() => undefined)
  const text = sealed && unseal(secretKey, sealed, BOUND)
  return text === undefined || text === '' ? undefined : Kept.parse(JSON.parse(text))
}
