type Element = PDFKit.PDFStructureElement

/** The structure of a document (headings, tables, cells) for screen readers. */
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

  /** Assigns the drawn content to the element; all of it on one page. */
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
