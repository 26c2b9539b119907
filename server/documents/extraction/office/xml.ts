import { SaxesParser } from 'saxes'
import { Unreadable } from '../extraction.ts'
import { MAX_XML_DEPTH } from '../limits.ts'
import type { Archive } from './archive.ts'

/** Element names come without their prefix, which every program chooses for itself. */
export interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void
  close(name: string): void
  text?(text: string): void
  /** Called from time to time, between elements or within one. */
  pause?(): void
}

/**
 * Parses one part of an office document as a stream, so that its tree is never in memory.
 * @throws Unreadable when its elements are nested too deeply; the parser's error for malformed XML
 */
export async function readXml(archive: Archive, part: string, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser()
  let depth = 0
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_XML_DEPTH) throw new Unreadable({ code: 'too-deep' })
    const own = Object.entries(attributes).map(([key, value]) => [withoutPrefix(key), value] as const)
    handler.open(withoutPrefix(name), Object.fromEntries(own))
  })
  parser.on('closetag', ({ name }) => {
    depth--
    handler.close(withoutPrefix(name))
  })
  if (handler.text) {
    parser.on('text', (text) => handler.text?.(text))
    parser.on('cdata', (text) => handler.text?.(text))
  }
  let isEmpty = true
  for await (const piece of archive.text(part)) {
    isEmpty = false
    parser.write(piece)
    handler.pause?.()
  }
  if (!isEmpty) parser.close()
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
