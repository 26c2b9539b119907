/** Initials in a disc. Decorative: the full name is shown beside it. */
export function Avatar({ initials, large }: { initials: string; large?: boolean }) {
  return (
    <span className={large ? 'avatar large' : 'avatar'} aria-hidden="true">
      {initials}
    </span>
  )
}
