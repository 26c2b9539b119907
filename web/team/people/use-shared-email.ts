import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../../shared/people.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { sameAddressOptions } from './api.ts'

const TYPING_MS = 400

/**
 * Names the other accounts with an address that is being typed; undefined if there are none. Accounts may share one on
 * purpose, such as that of a counter, so this only warns.
 * @param ownId the account that is edited
 */
export function useSharedEmail(typed: string, ownId?: string): string | undefined {
  const email = useDebounced({ typed }, TYPING_MS).typed.trim().toLowerCase()
  const { data } = useQuery({ ...sameAddressOptions(email), enabled: /.@./.test(email) })
  const others = (data?.people ?? []).filter(
    (person) => person.id !== ownId && person.state !== 'inactive' && person.email.toLowerCase() === email,
  )
  const [first, ...more] = others
  if (!first) return undefined
  if (more.length === 0) return `${fullName(first)} has this email address, too`
  return `${others.length} other accounts have this email address`
}
