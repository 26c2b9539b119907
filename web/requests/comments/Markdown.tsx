import { Fragment, useMemo, type ReactNode } from 'react'
import type { MentionedPerson } from '../../../shared/comments.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { Description } from '../common/Description.tsx'
import { LinkedText } from '../common/LinkedText.tsx'
import prose from '../common/description.module.css'
import { type MarkdownNode, readMarkdown, textOf } from './markdown.ts'
import { MentioningText } from './MentioningText.tsx'
import styles from './markdown.module.css'

export interface MarkdownProps {
  text: string
  mentions: readonly MentionedPerson[]
}

/** A comment's Markdown. Every node becomes an element of ours: nothing typed becomes markup. */
export default function Markdown({ text, mentions }: MarkdownProps) {
  const nodes = useMemo(() => readMarkdown(text), [text])
  if (!nodes) return <Description text={text} />
  return <div className={`${prose.prose} ${styles.markdown}`}>{shown(nodes, mentions)}</div>
}

function shown(nodes: readonly MarkdownNode[], mentions: readonly MentionedPerson[]): ReactNode {
  return nodes.map((node, i) => <Fragment key={i}>{element(node, mentions)}</Fragment>)
}

function element(node: MarkdownNode, mentions: readonly MentionedPerson[]): ReactNode {
  const content = () => shown(node.children, mentions)
  switch (node.type) {
    case 'text':
      return <MentioningText text={node.text} mentions={mentions} />
    case 'softbreak':
    case 'hardbreak':
      return <br />
    case 'paragraph':
      return <p dir="auto">{content()}</p>
    // Not a heading: it would break the order of the page's own.
    case 'heading':
      return (
        <p dir="auto" className={styles.heading}>
          {content()}
        </p>
      )
    case 'blockquote':
      return <blockquote>{content()}</blockquote>
    case 'bullet_list':
      return <ul dir="auto">{content()}</ul>
    case 'ordered_list':
      return (
        <ol dir="auto" start={node.start}>
          {content()}
        </ol>
      )
    case 'list_item':
      return <li>{content()}</li>
    case 'strong':
      return <strong>{content()}</strong>
    case 'em':
      return <em>{content()}</em>
    case 's':
      return <s>{content()}</s>
    case 'code_inline':
      return <code dir="auto">{node.text}</code>
    case 'fence':
    case 'code_block':
      return (
        <Scrolling className={prose.fixedLines} label="Code">
          <pre dir="auto">{node.text.replace(/\n$/, '')}</pre>
        </Scrolling>
      )
    case 'hr':
      return <hr />
    case 'link':
    case 'image':
      return <Address node={node} />
    default:
      return node.children.length > 0 ? content() : node.text
  }
}

/** A link, or a picture as a link to it. The address is always shown, so that the words cannot mislead. */
function Address({ node: { href, text, children } }: { node: MarkdownNode }) {
  const words = children.length > 0 ? textOf(children) : text
  const address = decoded(href)
  if (words === address || words === '' || href === `mailto:${words}`) return <LinkedText text={href} />
  return (
    <>
      {words} (<LinkedText text={href} />)
    </>
  )
}

function decoded(href: string): string {
  try {
    return decodeURI(href)
  } catch {
    return href
  }
}
