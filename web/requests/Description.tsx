import { Fragment } from 'react'
import { blocksOf } from './prose.ts'

/** A typed text with its line breaks and simple lists. It is only ever text: nothing in it becomes markup. */
export function Description({ text }: { text: string }) {
  return (
    <div className="prose">
      {blocksOf(text).map((block, i) => {
        if (block.kind === 'text')
          return (
            <p key={i} dir="auto">
              {block.lines.map((line, n) => (
                <Fragment key={n}>
                  {n > 0 && <br />}
                  {line}
                </Fragment>
              ))}
            </p>
          )
        const List = block.ordered ? 'ol' : 'ul'
        return (
          <List key={i} dir="auto">
            {block.items.map((item, n) => (
              <li key={n}>{item}</li>
            ))}
          </List>
        )
      })}
    </div>
  )
}
