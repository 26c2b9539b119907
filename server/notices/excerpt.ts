import MarkdownIt from 'markdown-it'

const MAX_LENGTH = 160

const markdown = new MarkdownIt({ html: false, maxNesting: 20 }).disable('table')

/** The beginning of a comment on one line, without its marks and, if it says anything itself, without its quotes. */
export function excerptOf(comment: string): string {
  const text = textsIn(comment, { withQuotes: false }) || textsIn(comment, { withQuotes: true })
  const characters = [...text]
  return characters.length > MAX_LENGTH
    ? `${characters
        .slice(0, MAX_LENGTH - 1)
        .join('')
        .trimEnd()}…`
    : text
}

function textsIn(comment: string, { withQuotes }: { withQuotes: boolean }): string {
  let quotes = 0
  const texts = markdown.parse(comment, {}).map(({ type, nesting, content, children }) => {
    if (type.startsWith('blockquote')) quotes += nesting
    if (quotes > 0 && !withQuotes) return ''
    // Blocks of code have their text themselves, paragraphs in their parts.
    return children ? children.map((child) => (child.type.endsWith('break') ? ' ' : child.content)).join('') : content
  })
  return texts.join(' ').replaceAll(/\s+/gu, ' ').trim()
}
