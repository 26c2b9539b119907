import { type BigIntStats, existsSync, readFileSync, statSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  checksumOfFrame,
  FRAME_HEADER_BYTES,
  frameAt,
  frameBytes,
  isSame,
  type Pair,
  parseWalHeader,
  WAL_HEADER_BYTES,
  type WalHeader,
} from './wal-format.ts'

/** First line of a captured piece of the log; its frames follow. */
export interface PieceHeader {
  chain: string
  /** 1, 2, 3 … within the chain */
  seq: number
  pageSize: number
  bigEndian: boolean
  salts: Pair
  /** frames of the log before the first of this piece, and the checksum of the last of them */
  after: number
  checksum: Pair
  /** the commits whose last frame is in this piece: number of the frame in the log, instant in milliseconds */
  commits: [frame: number, at: number][]
}

/** How far a chain of pieces reaches. */
interface State {
  chain: string
  /** number of the next piece */
  next: number
  /** of the log that was last captured from; null: of whichever log follows */
  salts: Pair | null
  /** frames of it that were captured */
  frames: number
  /** instant of the last captured commit, in milliseconds */
  at: number
  /** the first piece of the present log: what comes before it is in the database file */
  logBegan: number
  /** the database file as it was when it was closed or the chain began; null: the log continues `frames` */
  closed: string | null
}

interface Options {
  clock?: () => Date
  pieceBytes?: number
}

export type CaptureEnd = 'changed-elsewhere' | 'not-captured'

/** A piece is cut at most this long after a commit. */
const CUT_AFTER_MS = 1000
const PIECE_BYTES = 16 * 1024 * 1024
const STATE_FILE = 'state.json'

/**
 * Copies the synced part of the write-ahead log into pieces, before a checkpoint lets SQLite overwrite it. A chain of
 * pieces has no gaps: where one cannot be ruled out, the chain ends and tells so. It needs to be the only program that
 * writes and checkpoints.
 */
export class LogCapture {
  /** holds a folder of pieces for each chain, and what is known of the last one */
  readonly folder: string
  /** why the last chain ended */
  ended: CaptureEnd | undefined
  readonly #file: string
  readonly #clock: () => Date
  readonly #pieceBytes: number
  #connection: { frames(): number; foreignWrites(): number } | undefined
  #state: State | undefined
  #notes: PieceHeader['commits'] = []
  #foreignWrites = 0
  #committingAt = 0
  #timer: NodeJS.Timeout | undefined
  #queue: Promise<void> = Promise.resolve()

  /** @param file of the database, which is not open yet */
  constructor(file: string, folder: string, { clock = () => new Date(), pieceBytes = PIECE_BYTES }: Options = {}) {
    this.#file = file
    this.#clock = clock
    this.#pieceBytes = pieceBytes
    this.folder = folder
    const path = join(folder, STATE_FILE)
    if (!existsSync(path)) return
    // Written by this class alone.
    this.#state = JSON.parse(readFileSync(path, 'utf8')) as State
    if (this.#state.closed === null || this.#state.closed === printOf(file)) return
    this.#state = undefined
    this.ended = 'changed-elsewhere'
  }

  /** The present chain; undefined without one. */
  get chain(): { id: string; next: number; logBegan: number; at: number } | undefined {
    const state = this.#state
    return state && { id: state.chain, next: state.next, logBegan: state.logBegan, at: state.at }
  }

  /**
   * Captures what a killed process left in the log.
   * @param connection tells how many frames the log has, and a number that changes with the writes of other programs
   */
  async resume(connection: { frames(): number; foreignWrites(): number }): Promise<void> {
    this.#connection = connection
    if (!this.#state) return this.#dropState()
    const { chain, next, at } = this.#state
    for (const name of await readdir(join(this.folder, chain)).catch(() => [])) {
      // Half written when the process was killed.
      if (Number(name.split('-')[0]) >= next) await rm(join(this.folder, chain, name))
    }
    await this.#inTurn(async () => {
      this.#foreignWrites = connection.foreignWrites()
      const frames = connection.frames()
      // Another program has put the log into the file; whether it held more than was captured is not known.
      if (frames === 0 && this.#state?.closed === null) return this.#break('changed-elsewhere')
      // When it was committed is not known, but not before the last one that is.
      if (frames > 0) this.#notes = [[frames, at]]
      await this.#cut()
    })
  }

  /** Begins a chain; the former one has ended. */
  begin(chain: string): Promise<void> {
    return this.#inTurn(async () => {
      this.ended = undefined
      const connection = this.#connection!
      await mkdir(join(this.folder, chain), { recursive: true, mode: 0o700 })
      // The log may begin again while it is copied, if all of it is in the database file already.
      for (let attempt = 1; attempt <= 3; attempt++) {
        const at = this.#clock().getTime()
        const closed = printOf(this.#file)
        this.#state = { chain, next: 1, salts: null, frames: 0, at, logBegan: 1, closed }
        this.#foreignWrites = connection.foreignWrites()
        const frames = connection.frames()
        this.#notes = frames > 0 ? [[frames, at]] : []
        await this.#cut()
        if (this.#state) return this.#store(this.#state)
      }
    })
  }

  /** Ends the chain. */
  end(): Promise<void> {
    return this.#inTurn(async () => {
      this.#state = undefined
      await this.#dropState()
    })
  }

  /** Call it right after a commit, before anybody learns of it. */
  committing(): void {
    this.#committingAt = this.#clock().getTime()
  }

  /** Call it once the commit is on disk. */
  committed(): void {
    const connection = this.#connection
    if (!this.#state || !connection) return
    if (connection.foreignWrites() !== this.#foreignWrites)
      return void this.#inTurn(() => this.#break('changed-elsewhere'))
    const frames = connection.frames()
    // A commit that changed nothing.
    if (frames === this.#notes.at(-1)?.[0]) return
    this.#notes.push([frames, this.#committingAt])
    this.#timer ??= setTimeout(() => void this.cut(), CUT_AFTER_MS).unref()
  }

  /** Captures what was committed so far. Never throws: a chain that cannot be continued ends. */
  cut(): Promise<void> {
    return this.#inTurn(() => this.#cut())
  }

  /** Captures, then runs what may let the log begin again. */
  beforeCheckpoint(checkpoint: () => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      await this.#cut()
      await checkpoint()
    })
  }

  /** Call it when the database has been closed: the chain goes on if the file is still the same next time. */
  async closed(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#queue
    // A log that is still there is also open elsewhere: it goes on as after a kill.
    if (!this.#state || existsSync(`${this.#file}-wal`)) return
    await this.#store({
      ...this.#state,
      salts: null,
      frames: 0,
      logBegan: this.#state.next,
      closed: printOf(this.#file),
    })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  async #cut(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [notes, state] = [this.#notes, this.#state]
    this.#notes = []
    if (!state || notes.length === 0) return
    const log = await open(`${this.#file}-wal`, 'r').catch(() => undefined)
    try {
      if (!log) throw new Gap()
      await this.#store(await this.#copy(log, state, notes))
    } catch (error) {
      await this.#break(error instanceof Gap ? 'changed-elsewhere' : 'not-captured')
    } finally {
      await log?.close()
    }
  }

  /** @throws Gap when the log does not continue what was captured */
  async #copy(log: FileHandle, before: State, noted: PieceHeader['commits']): Promise<State> {
    const header = await headerOf(log)
    const isNewLog = before.salts === null || !isSame(header.salts, before.salts)
    if (before.salts !== null && isNewLog && header.salts[0] !== (before.salts[0] + 1) >>> 0) throw new Gap()
    let state = { ...before, closed: null, salts: header.salts }
    if (isNewLog) state = { ...state, frames: 0, logBegan: before.next }
    if (noted.some(([frame], i) => frame < (i === 0 ? state.frames : noted[i - 1]![0]))) throw new Gap()
    const notes = noted.filter(([frame]) => frame > state.frames)
    if (notes.length === 0) return before
    // Of a killed process, they may not be on disk yet.
    await log.datasync()
    const perPiece = Math.max(1, Math.floor(this.#pieceBytes / frameBytes(header.pageSize)))
    for (const to = notes.at(-1)![0]; state.frames < to;) {
      const until = Math.min(to, state.frames + perPiece)
      const commits = notes.filter(([frame]) => frame > state.frames && frame <= until)
      // Where a transaction has no end in this piece, its own instant places it.
      const at = commits.at(-1)?.[1] ?? notes.find(([frame]) => frame > until)![1]
      await this.#writePiece(log, header, { ...state, commits, until, at })
      state = { ...state, next: state.next + 1, frames: until, at }
    }
    if (!isSame((await headerOf(log)).salts, header.salts)) throw new Gap()
    return state
  }

  async #writePiece(
    log: FileHandle,
    header: WalHeader,
    { chain, next, frames, commits, until, at }: State & { commits: PieceHeader['commits']; until: number; at: number },
  ): Promise<void> {
    const { pageSize, bigEndian, salts } = header
    const checksum =
      frames === 0 ? header.checksum : checksumOfFrame(await read(log, frameAt(frames, pageSize), FRAME_HEADER_BYTES))
    const content = await read(log, frameAt(frames + 1, pageSize), (until - frames) * frameBytes(pageSize))
    const about: PieceHeader = { chain, seq: next, pageSize, bigEndian, salts, after: frames, checksum, commits }
    const name = pieceName(next, commits.length === 0 ? [at] : commits.map(([, instant]) => instant))
    const file = await open(join(this.folder, chain, name), 'w', 0o600)
    try {
      await file.writev([Buffer.from(`${JSON.stringify(about)}\n`), content])
      await file.sync()
    } finally {
      await file.close()
    }
  }

  async #break(why: CaptureEnd): Promise<void> {
    this.#state = undefined
    this.#notes = []
    this.ended = why
    await this.#dropState()
  }

  async #store(state: State): Promise<void> {
    const path = join(this.folder, STATE_FILE)
    await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
    this.#state = state
  }

  async #dropState(): Promise<void> {
    await rm(join(this.folder, STATE_FILE), { force: true }).catch(() => undefined)
  }
}

/** The log does not continue what was captured. */
class Gap extends Error {}

/** `000000000042-1764349392123-1764349393100`: number, first and last instant */
function pieceName(seq: number, instants: number[]): string {
  return `${String(seq).padStart(12, '0')}-${Math.min(...instants)}-${Math.max(...instants)}`
}

async function headerOf(log: FileHandle): Promise<WalHeader> {
  const header = parseWalHeader(await read(log, 0, WAL_HEADER_BYTES))
  if (!header) throw new Gap()
  return header
}

async function read(log: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await log.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new Gap()
    done += bytesRead
  }
  return bytes
}

/** Changes with the file, without opening it: that would drop SQLite's locks. */
export function printOf(file: string): string {
  const stats: BigIntStats | undefined = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats ? [stats.ino, stats.size, stats.mtimeNs].join(' ') : 'none'
}
