import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import { text } from 'node:stream/consumers'

export type Parts = Map<string, string>

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** The parts of a workbook by their paths. */
export async function partsOf(file: Buffer): Promise<Parts> {
  const parts: Parts = new Map()
  const zip = await yauzl.fromBufferPromise(file)
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return parts
}

/** The root element of a part. @throws if it is not well-formed */
export function parsed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...(attributes as Record<string, string>) }, children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (some) => void (open.at(-1)!.text += some))
  parser.on('closetag', () => void open.pop())
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return root.children[0]!
}

export const childrenOf = (parent: Element | undefined, name: string) =>
  parent?.children.filter((one) => one.name === name) ?? []
export const childOf = (parent: Element | undefined, name: string) => childrenOf(parent, name)[0]
