import { Fragment } from 'react'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { LinkedText } from './LinkedText.tsx'
import { type Block, blocksOf } from './prose.ts'
import styles from './description.module.css'
import { say } from '../../../shared/texts/say.ts'

function Shown({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return (
        <p dir="auto">
          {block.lines.map((line, n) => (
            <Fragment key={n}>
              {n > 0 && <br />}
              <LinkedText text={line} />
            </Fragment>
          ))}
        </p>
      )
    case 'fixed':
      return (
        <Scrolling className={styles.fixedLines} label={say('Text with its own line breaks')}>
          <pre dir="auto">
            <LinkedText text={block.lines.join('\n')} />
          </pre>
        </Scrolling>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List dir="auto">
          {block.items.map((item, n) => (
            <li key={n}>
              <LinkedText text={item} />
            </li>
          ))}
        </List>
      )
    }
  }
}

/** A typed text with its line breaks, simple lists, tables and traces. It is only ever text: nothing in it becomes markup. */
export function Description({ text }: { text: string }) {
  return (
    <div className={styles.prose}>
      {blocksOf(text).map((block, i) => (
        <Shown key={i} block={block} />
      ))}
    </div>
  )
}
