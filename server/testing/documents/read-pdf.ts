import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of each page, extracted by a reader independent of our writer. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  return reading(pdf, async (document) => {
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
    }
    return pages
  })
}

interface Node {
  role?: string
  alt?: string
  children?: Node[]
}

/** The structure for screen readers: the roles of its elements in order. */
export async function rolesOf(pdf: Uint8Array) {
  return reading(pdf, async (document) => {
    const roles: string[] = []
    const alts: string[] = []
    const walk = ({ role, alt, children = [] }: Node) => {
      if (role !== undefined && role !== 'Root') roles.push(role)
      if (alt !== undefined) alts.push(alt)
      for (const child of children) walk(child)
    }
    walk((await (await document.getPage(1)).getStructTree()) as Node)
    const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } }
    return { roles, alts, title: info.Title, lang: info.Language }
  })
}

type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>

async function reading<T>(pdf: Uint8Array, read: (document: PdfDocument) => Promise<T>): Promise<T> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  try {
    return await read(await task.promise)
  } finally {
    await task.destroy()
  }
}
