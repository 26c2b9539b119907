import type { ReactNode } from 'react'

/** The page's only h1, focused after navigation to this page, with a line below and actions at the right. */
export function PageHead({ title, line, actions }: { title: string; line?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="page-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {line && <p>{line}</p>}
      </div>
      {actions && <div className="row wrap">{actions}</div>}
    </div>
  )
}
