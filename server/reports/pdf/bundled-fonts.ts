import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Weight } from './typeface.ts'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)

/** Fonts of the product in lookup order: package, part of it, and the file's weight for regular and semi-bold text. */
const FONTS: readonly [name: string, part: string, regular: number, bold: number][] = [
  ['public-sans', 'latin', 400, 600],
  ['public-sans', 'latin-ext', 400, 600],
  ['public-sans', 'vietnamese', 400, 600],
  ['noto-sans-arabic', 'arabic', 400, 600],
  ['noto-sans', 'cyrillic', 400, 600],
  ['noto-sans', 'cyrillic-ext', 400, 600],
  ['noto-sans', 'greek', 400, 600],
  ['noto-sans', 'greek-ext', 400, 600],
  ['noto-sans-hebrew', 'hebrew', 400, 600],
  ['noto-sans', 'latin-ext', 400, 600],
  // Signs, phonetic letters, Armenian and Georgian.
  ['dejavu-sans', 'latin', 400, 700],
  ['noto-sans-symbols-2', 'symbols', 400, 400],
]

export const LATIN = 'public-sans-latin'
/** The font that places any mark at any Latin, Greek or Cyrillic letter. */
export const WITH_MARKS = 'dejavu-sans-latin'
export const ARABIC = 'noto-sans-arabic-arabic'

export interface BundledFont {
  name: string
  read: () => Buffer
}

export function bundledFonts(weight: Weight): BundledFont[] {
  return FONTS.map(([name, part, regular, bold]) => {
    const file = `@fontsource/${name}/files/${name}-${part}-${weight === 400 ? regular : bold}-normal.woff`
    return { name: `${name}-${part}`, read: () => unpackWoff(readFileSync(require.resolve(file))) }
  })
}
