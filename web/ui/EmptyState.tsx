import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** `page`: there is nothing. `add`: there is nothing yet, and the reader can add something. `search`: nothing matches. `talk`: nothing was said yet. */
  picture?: keyof typeof PICTURES
  title: string
  children?: ReactNode
  /** The next step: buttons or links. */
  actions?: ReactNode
  level?: 2 | 3
}

export function EmptyState({ picture = 'page', title, children, actions, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const Picture = PICTURES[picture]
  return (
    <div className="empty">
      <svg
        className="picture"
        viewBox="0 0 80 64"
        width="80"
        height="64"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <Picture />
      </svg>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className="row wrap">{actions}</div>}
    </div>
  )
}

function PagePicture() {
  return (
    <>
      <path d="M16 8.500h34l10 10v37H16zM50 8.500v10h10" strokeWidth="1.500" strokeLinejoin="round" />
      <path d="M23 26.500h24M23 34.500h16M23 42.500h20" stroke="var(--line)" strokeWidth="3" strokeLinecap="round" />
    </>
  )
}

function AddPicture() {
  return (
    <>
      <PagePicture />
      <path d="M68 44v14M61 51h14" stroke="var(--surface)" strokeWidth="7" />
      <path d="M68 44v14M61 51h14" stroke="var(--brand-text)" strokeWidth="2" />
    </>
  )
}

function SearchPicture() {
  return (
    <>
      <path d="M4 16h52M4 30h30M4 44h34" stroke="var(--line)" strokeWidth="6" strokeLinecap="round" />
      <circle cx="52" cy="33" r="15" fill="var(--surface)" strokeWidth="1.500" />
      <path d="M63 44l10 10" strokeWidth="3" strokeLinecap="round" />
      <path d="M46 33h12" stroke="var(--brand-text)" strokeWidth="2" />
    </>
  )
}

function TalkPicture() {
  return (
    <>
      <path d="M6 8.500h46v28H24l-9 8v-8H6z" strokeWidth="1.500" strokeLinejoin="round" />
      <path d="M14 18h30M14 27h20" stroke="var(--line)" strokeWidth="3" strokeLinecap="round" />
      <path d="M36 42.500v7h22l9 8v-8h7v-23H58" stroke="var(--brand-text)" strokeWidth="1.500" strokeLinejoin="round" />
    </>
  )
}

const PICTURES = { page: PagePicture, add: AddPicture, search: SearchPicture, talk: TalkPicture }
