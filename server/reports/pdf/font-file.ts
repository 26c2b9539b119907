/** The part of fontkit used here; it has no types of its own. */
export interface Glyph {
  id: number
  codePoints: number[]
  advanceWidth: number
  path: { commands: { command: string; args: number[] }[] }
}
export interface Position {
  xAdvance: number
  xOffset: number
  yOffset: number
}
interface ShapedRun {
  glyphs: Glyph[]
  positions: Position[]
}
interface FontFile {
  getGlyph: (id: number, codePoints?: number[]) => Glyph
  hasGlyphForCodePoint: (codePoint: number) => boolean
  createSubset: () => { includeGlyph: (id: number) => number; encode: () => unknown }
  layout: (text: string, features?: unknown, script?: string, language?: string, direction?: 'ltr' | 'rtl') => ShapedRun
}
/** The font of a pdfkit document: its subset of glyphs, and the text they stand for. */
export interface DocumentFont {
  id: string
  font: FontFile
  /** converts font units to thousandths of the font size */
  scale: number
  subset: { includeGlyph: (id: number) => number; glyphs: number[] }
  widths: number[]
  unicode: number[][]
  ref: () => PDFKit.PDFKitReference
}
