import { fullName } from '../../../shared/people.ts'
import type { Person } from '../../../shared/team.ts'
import type { Selection } from './use-selection.ts'

/** Selects a person. */
export function PersonBox({ person, selection, id }: { person: Person; selection: Selection; id?: string }) {
  return (
    <input
      type="checkbox"
      id={id}
      className="checkbox"
      aria-label={`Select ${fullName(person)}`}
      checked={selection.has(person)}
      onChange={() => selection.toggle(person)}
    />
  )
}

/** Selects everybody on the page. */
export function PageBox({ selection, id }: { selection: Selection; id?: string }) {
  return (
    <input
      type="checkbox"
      id={id}
      className="checkbox"
      data-page-box
      aria-label="Select everybody on this page"
      ref={(box) => {
        if (box) box.indeterminate = selection.page === 'some'
      }}
      checked={selection.page === 'all'}
      onChange={selection.togglePage}
    />
  )
}
