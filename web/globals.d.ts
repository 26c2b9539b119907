/** The version in package.json, put in by the build. */
declare const __VERSION__: string

/** The address that the files of PDF.js are served below. */
declare const __PDF_FILES__: string

/** A file's own text. */
declare module '*?raw' {
  const text: string
  export default text
}
