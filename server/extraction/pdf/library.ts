import { registerHooks } from 'node:module'

/**
 * The library without the drawing that comes with it: a native canvas would be loaded only to read text. What it then lacks
 * is never called.
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
