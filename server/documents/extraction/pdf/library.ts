import { registerHooks } from 'node:module'

/** Marks modules of our own: the library may be loaded a second time as it is, and keeps the first reader that it finds. */
const OWN = '?in-file-order'
const ownUrl = (name: string) => import.meta.resolve(`pdfjs-dist/legacy/build/${name}`) + OWN
/** Where the library takes over the text of a glyph. */
const TAKES_GLYPH = 'const glyphUnicode = glyph.unicode;'

/**
 * Loads the library without its native canvas, which is not needed to read text. The functions that are missing then are
 * never called. Its reader is loaded with it and gets one change: see `inFileOrder`.
 */
export async function pdfJs() {
  const hook = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@napi-rs/canvas') throw new Error('Reading needs no canvas')
      return next(specifier, context)
    },
    load(url, context, next) {
      const loaded = next(url, context)
      return url.endsWith(`pdf.worker.mjs${OWN}`) ? { ...loaded, source: patched(String(loaded.source)) } : loaded
    },
  })
  const { warn } = console
  console.warn = () => {}
  try {
    await import(ownUrl('pdf.worker.mjs'))
    // The same module under another address.
    return (await import(ownUrl('pdf.mjs'))) as typeof import('pdfjs-dist/legacy/build/pdf.mjs')
  } finally {
    console.warn = warn
    hook.deregister()
  }
}

function patched(source: string): string {
  if (!source.includes(TAKES_GLYPH)) throw new Error('The PDF library has changed where it takes over glyphs')
  return source.replace(TAKES_GLYPH, `const glyphUnicode = (${inFileOrder.toString()})(glyph.unicode);`)
}

/**
 * The letters of one glyph, such as those of an Arabic ligature, from left to right. They are named in reading order, and the
 * library turns round the letters of a right-to-left text without knowing which of them are one glyph. Stands in the
 * library's code: it may use nothing from outside.
 */
function inFileOrder(letters: string): string {
  const isLigature = /^\p{M}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(letters)
  return isLigature ? [...letters].reverse().join('') : letters
}
