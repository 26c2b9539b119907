import { useQuery } from '@tanstack/react-query'
import { emailKey } from '../../../shared/account-keys.ts'
import { fullName } from '../../../shared/people.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { sameAddressOptions } from './api.ts'

const TYPING_MS = 400

/**
 * Names the account that already has the address being typed, before anything is sent; undefined if it is free.
 * @param ownId the account that is edited
 */
export function useEmailHolder(typed: string, ownId?: string): string | undefined {
  const email = emailKey(useDebounced({ typed }, TYPING_MS).typed)
  const { data } = useQuery({ ...sameAddressOptions(email), enabled: /.@./.test(email) })
  const holder = data?.people.find((person) => person.id !== ownId && emailKey(person.email) === email)
  if (!holder) return undefined
  return `${fullName(holder)} has this email address${holder.state === 'inactive' ? ' (account deactivated)' : ''}`
}
