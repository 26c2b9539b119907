// Checks an exported audit log offline. Needs Node 18 or later and nothing else:
//
//   node verify-audit.mjs audit-log.jsonl
//   node verify-audit.mjs audit-log.jsonl --digest 5f0c…   compares with a digest noted or printed earlier
//   SECRET_KEY=… node verify-audit.mjs audit-log.jsonl     checks the keyed hashes, too
//
// Without a noted digest and without the key it finds changes within the file; a whole file rewritten with new hashes is
// only detected with one of them. Exit codes: 0 when the log is intact, 1 when it isn't, 2 when it cannot tell.
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The log records a digest shortly after computing it; older digests would not fit into memory. */
const MAX_DIGESTS = 10_000
const BEGINNING = '0'.repeat(64)
const FIELDS = 'seq at actorId action targetType targetId details address previousHash hash digest'.split(' ')
const END_FIELDS = ['entries', 'digest', 'exportedAt', 'sum']

const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const digestAfter = (before, text) => sha256(`${before}\n${text}`)

/**
 * @param lines the file's lines, one at a time
 * @param options.digest noted earlier: of the whole log, or up to any entry in it
 * @returns {Promise<{ intact: true, entries: number, digest: string, keyed: number, unkeyed: number, found: boolean } |
 *   { intact: false, entry: number, damage: string }>}
 */
export async function verifyLines(lines, { secretKey, digest: noted } = {}) {
  const key = secretKey && keyFrom(secretKey)
  const walk = {
    seq: 0,
    hash: BEGINNING,
    digest: BEGINNING,
    keyed: 0,
    unkeyed: 0,
    isKeyed: false,
    found: false,
    digests: new Map(),
  }
  let broken
  let end
  for await (const text of lines) {
    const line = parse(text)
    if (broken) {
      // The only open question is whether the expected entry appears elsewhere in the file.
      if (line && line.seq === broken.entry && broken.damage === 'missing')
        return { intact: false, ...broken, damage: 'not in its place' }
      continue
    }
    if (end) broken = { entry: walk.seq + 1, damage: 'added after the end' }
    else if (line && has(line, END_FIELDS)) end = line
    else broken = faultIn(text, line, walk, key)
    if (!broken && !end && noted === walk.digest) walk.found = true
  }
  if (broken) return { intact: false, ...broken }
  return atEnd(walk, end, noted)
}

function atEnd(walk, end, noted) {
  const missing = { intact: false, entry: walk.seq + 1, damage: 'missing: the end of the log was cut off' }
  if (!end) return missing
  const { sum, ...said } = end
  if (sum !== digestAfter(BEGINNING, JSON.stringify(said))) {
    return { intact: false, entry: walk.seq + 1, damage: 'altered: this is the last line, which says how the log ends' }
  }
  if (said.entries > walk.seq) return missing
  if (said.entries < walk.seq || said.digest !== walk.digest) {
    return { intact: false, entry: walk.seq, damage: 'not what the last line of the export says' }
  }
  if (noted && noted !== walk.digest && !walk.found) {
    return { intact: false, entry: 1, damage: 'or a later one not as it was when the digest was noted' }
  }
  const { seq: entries, digest, keyed, unkeyed, found } = walk
  return { intact: true, entries, digest, keyed, unkeyed, found: Boolean(noted) && (found || noted === digest) }
}

function faultIn(text, line, walk, key) {
  const entry = walk.seq + 1
  if (!line || !has(line, FIELDS) || JSON.stringify(line) !== text) return { entry, damage: 'altered' }
  const { digest, ...covered } = line
  const isWhole = digest === digestAfter(walk.digest, JSON.stringify(covered))
  if (line.seq !== entry) {
    // A flipped digit of the position looks like a gap, but the digest shows which entry belongs here.
    const inPlace = digestAfter(walk.digest, JSON.stringify({ ...covered, seq: entry }))
    return { entry, damage: digest === inPlace ? 'altered' : 'missing' }
  }
  if (!isWhole) return { entry, damage: line.previousHash === walk.hash ? 'altered' : 'not the one that followed here' }
  if (line.previousHash !== walk.hash) return { entry, damage: 'not the one that followed here' }
  const forged = forgeryIn(line, walk, key)
  if (forged) return { entry, damage: forged }
  const past = headIn(line, walk)
  if (past) return past
  Object.assign(walk, { seq: entry, hash: line.hash, digest })
  walk.digests.set(entry, digest)
  walk.digests.delete(entry - MAX_DIGESTS)
  return undefined
}

function forgeryIn(line, walk, key) {
  const colon = line.hash.indexOf(':')
  if (colon < 0) {
    if (walk.isKeyed) return 'made without the key'
    if (line.hash !== sha256(coveredBy(line))) return 'altered'
    walk.unkeyed++
    return undefined
  }
  walk.isKeyed = true
  if (!key || line.hash.slice(0, colon) !== key.id) {
    walk.unkeyed++
    return undefined
  }
  walk.keyed++
  const mac = createHmac('sha256', key.secret).update(coveredBy(line)).digest('hex')
  return line.hash.slice(colon + 1) === mac ? undefined : 'made without the key'
}

/** The digests that the log itself records daily must match the entries before them. */
function headIn(line, walk) {
  if (line.action !== 'audit.head-noted') return undefined
  const { entries, digest } = JSON.parse(line.details)
  const then = entries === 0 ? BEGINNING : walk.digests.get(entries)
  return then === undefined || then === digest
    ? undefined
    : { entry: line.seq, damage: `at odds with the first ${entries} entries, whose digest it noted` }
}

function coveredBy({ seq, at, actorId, action, targetType, targetId, details, previousHash, address }) {
  const covered = [seq, at, actorId, action, targetType, targetId, details, previousHash]
  return JSON.stringify(address === null ? covered : [...covered, address])
}

function keyFrom(secretKey) {
  const secret = Buffer.from(hkdfSync('sha256', Buffer.from(secretKey), '', 'rfd audit log', 32))
  return { secret, id: createHmac('sha256', secret).update('key id').digest('hex').slice(0, 8) }
}

function has(line, fields) {
  const names = Object.keys(line)
  return names.length === fields.length && fields.every((field, at) => names[at] === field)
}

function parse(text) {
  try {
    const line = JSON.parse(text)
    return typeof line === 'object' && line !== null && !Array.isArray(line) ? line : undefined
  } catch {
    return undefined
  }
}

/** Splits lines at line feeds only: the text of an entry may contain other separators. */
export async function* linesIn(chunks) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

async function main([file, ...options]) {
  if (!file) throw new Error('Say which file to check: node verify-audit.mjs audit-log.jsonl')
  const at = options.indexOf('--digest')
  const digest = at < 0 ? undefined : options[at + 1]
  if (at >= 0 && !/^[\da-f]{64}$/.test(digest ?? ''))
    throw new Error('--digest needs the 64 hexadecimal digits that were noted.')
  const secretKey = process.env.SECRET_KEY?.trim()
  const verdict = await verifyLines(linesIn(createReadStream(file)), { secretKey, digest })
  if (!verdict.intact) {
    console.log(`NOT INTACT. Entry ${verdict.entry} is ${verdict.damage}.`)
    return 1
  }
  const { entries, keyed, unkeyed } = verdict
  console.log(`Intact: ${entries} entries. Digest: ${verdict.digest}`)
  if (digest) console.log('It agrees with the digest that you gave.')
  if (secretKey)
    console.log(`Made with this SECRET_KEY: ${keyed}. Not checked with it, because they are older: ${unkeyed}.`)
  else if (!digest)
    console.log(
      'Compare the digest with one that was noted or printed earlier: only that shows a file rewritten as a whole.',
    )
  return 0
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv.slice(2)).then(
    (code) => (process.exitCode = code),
    (error) => {
      console.error(error.message)
      process.exitCode = 2
    },
  )
}
