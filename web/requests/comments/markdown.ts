import MarkdownIt, { type Token } from 'markdown-it'

/** Deeper nesting is not read: `isTooDeep` then shows the text as it was typed. */
const MAX_NESTING = 40

const parser = new MarkdownIt({ html: false, linkify: false, breaks: true, maxNesting: MAX_NESTING }).disable('table')

/** An element with its content, or a text. */
export interface MarkdownNode {
  /** of the token that opens it, without `_open` */
  type: string
  /** its text, if it has no content */
  text: string
  /** address of a link or picture */
  href: string
  /** first number of an ordered list */
  start: number | undefined
  children: MarkdownNode[]
}

/** Reads Markdown as a tree. @returns null if it is nested too deeply */
export function readMarkdown(text: string): MarkdownNode[] | null {
  const tokens = parser.parse(text, {})
  return isTooDeep(tokens) ? null : treeOf(tokens)
}

/** The parser drops what is nested more deeply than its limit. */
function isTooDeep(tokens: readonly Token[]): boolean {
  return tokens.some(({ level }) => level >= MAX_NESTING - 1)
}

function treeOf(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open = [root]
  for (const token of tokens) {
    const siblings = open.at(-1)!
    if (token.nesting === -1) open.pop()
    else if (token.type === 'inline') siblings.push(...treeOf(token.children ?? []))
    // A tight list has paragraphs, too; they are hidden.
    else if (token.nesting === 1) {
      const node = nodeOf(token)
      siblings.push(node)
      open.push(node.children)
    } else siblings.push(nodeOf(token))
  }
  return root
}

function nodeOf(token: Token): MarkdownNode {
  const start = Number(token.attrGet('start') ?? NaN)
  return {
    type: token.hidden ? 'tight' : token.type.replace(/_open$/, ''),
    text: token.content,
    href: String(token.attrGet('href') ?? token.attrGet('src') ?? ''),
    start: Number.isNaN(start) ? undefined : start,
    children: [],
  }
}

/** The text of some nodes without markup. */
export function textOf(nodes: readonly MarkdownNode[]): string {
  return nodes.map(({ text, children }) => text + textOf(children)).join('')
}
