/** Initials in a disc. Decoration: the full name stands beside it. */
export function Avatar({ initials, large }: { initials: string; large?: boolean }) {
  return (
    <span className={large ? 'avatar large' : 'avatar'} aria-hidden="true">
      {initials}
    </span>
  )
}
