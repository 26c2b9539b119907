import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** Sorted hash prefixes of four bytes: one good password in 30,000 is a false positive. Built by `scripts/pack-passwords.mjs`. */
const FILE = join(import.meta.dirname, 'leaked-passwords.bin')
const WIDTH = 4

/**
 * Whether a password, in any case, is among some hundred thousand leaked ones. Searched in the file instead of memory,
 * because passwords are seldom set.
 */
export async function isLeakedPassword(password: string): Promise<boolean> {
  const target = hash('sha256', password.normalize('NFKC').toLowerCase(), 'buffer').readUInt32BE()
  const file = await open(FILE)
  try {
    const prefix = Buffer.alloc(WIDTH)
    let [from, to] = [0, (await file.stat()).size / WIDTH]
    while (from < to) {
      const middle = (from + to) >>> 1
      await file.read(prefix, 0, WIDTH, middle * WIDTH)
      const candidate = prefix.readUInt32BE()
      if (candidate === target) return true
      if (candidate < target) from = middle + 1
      else to = middle
    }
    return false
  } finally {
    await file.close()
  }
}
