import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Folder of the pictures that highlight differences. */
const DIFFERENCES = 'differences'

/**
 * Compares two sets pixel by pixel and draws each difference into a folder of the newer one.
 * @param isWanted excludes pictures that were not retaken
 * @returns a line for each picture that differs
 */
export function comparePictures(before: string, after: string, isWanted: (name: string) => boolean): string[] {
  const [old, current] = [before, after].map((folder) => new Set(picturesIn(folder).filter(isWanted)))
  const names = [...new Set([...old!, ...current!])].toSorted()
  return names.flatMap((name) => {
    if (!current!.has(name)) return [`${name}: gone`]
    if (!old!.has(name)) return [`${name}: new`]
    const difference = differenceOf(join(before, name), join(after, name), join(after, DIFFERENCES, name))
    return difference === null ? [] : [`${name}: ${difference}`]
  })
}

export function picturesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.png'))
}

/** @returns null for identical pictures */
function differenceOf(beforeFile: string, afterFile: string, drawnTo: string): string | null {
  const [beforeBytes, afterBytes] = [readFileSync(beforeFile), readFileSync(afterFile)]
  if (beforeBytes.equals(afterBytes)) return null
  const [before, after] = [PNG.sync.read(beforeBytes), PNG.sync.read(afterBytes)]
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)]
  const drawn = new PNG({ width, height })
  const options = { threshold: 0.02, includeAA: true }
  const count = pixelmatch(within(before, drawn), within(after, drawn), drawn.data, width, height, options)
  if (count === 0) return null
  mkdirSync(join(drawnTo, '..'), { recursive: true })
  writeFileSync(drawnTo, PNG.sync.write(drawn))
  const share = `${((100 * count) / (width * height)).toFixed(3)} % of the pixels`
  const grew = before.height === after.height ? '' : `, ${before.height} → ${after.height} px high`
  return share + grew
}

/** The picture padded to the size of the larger of the two. */
function within(picture: PNG, { width, height }: PNG): Uint8Array {
  const sheet = new PNG({ width, height })
  PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, 0, 0)
  return sheet.data
}
