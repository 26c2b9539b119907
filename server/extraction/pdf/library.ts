import { registerHooks } from 'node:module'

/**
 * Loads the library without its native canvas, which is not needed to read text. The functions that are missing then are
 * never called.
 */
export async function pdfJs() {
  const hook = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@napi-rs/canvas') throw new Error('Reading needs no canvas')
      return next(specifier, context)
    },
  })
  const { warn } = console
  console.warn = () => {}
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs')
  } finally {
    console.warn = warn
    hook.deregister()
  }
}
