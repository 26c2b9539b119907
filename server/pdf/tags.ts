type Element = PDFKit.PDFStructureElement

/** The structure of a document: what is a heading, a table, a cell. It is for who has the document read aloud. */
export class Tags {
  readonly #pdf: PDFKit.PDFDocument
  readonly #root: Element

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
    this.#root = pdf.struct('Document')
    pdf.addStructure(this.#root)
  }

  element(type: string, parent = this.#root, options: PDFKit.Mixins.StructureElementOptions = {}): Element {
    const element = this.#pdf.struct(type, options)
    parent.add(element)
    return element
  }

  /** What is drawn belongs to the element; all of it on one page. */
  mark(element: Element, type: string, draw: () => void): void {
    const content = this.#pdf.markStructureContent(type)
    draw()
    this.#pdf.endMarkedContent()
    element.add(content)
  }

  end(): void {
    this.#root.end()
  }
}
