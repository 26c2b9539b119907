/** The version in package.json, injected by the build. */
declare const __VERSION__: string

/** Base address of the PDF.js files. */
declare const __PDF_FILES__: string

/** A file's raw text. */
declare module '*?raw' {
  const text: string
  export default text
}
