import MarkdownIt from 'markdown-it'

/** Reads as much Markdown as is needed to tell code from text. */
const markdown = new MarkdownIt('zero', { maxNesting: 20 }).enable([
  'code',
  'fence',
  'blockquote',
  'list',
  'backticks',
  'escape',
  'newline',
])

/** The texts of a comment's paragraphs, without code. */
export function proseIn(comment: string, { withQuotes }: { withQuotes: boolean }): string[] {
  let quotes = 0
  return markdown.parse(comment, {}).flatMap(({ type, nesting, children }) => {
    if (type.startsWith('blockquote')) quotes += nesting
    if (type !== 'inline' || !children || (quotes > 0 && !withQuotes)) return []
    // A tag or an escape splits a text, but not a name.
    return children.map((child) => (child.type === 'text' ? child.content : ' ')).join('')
  })
}
