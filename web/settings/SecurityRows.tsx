import type { UseFormReturn } from 'react-hook-form'
import { VISIBILITY_REFUSAL } from '../../shared/security.ts'
import { useActor } from '../people/common/use-actor.ts'
import { ChoiceRow } from './form/ChoiceRow.tsx'
import { type NumberRow, NumberRows } from './NumberRows.tsx'
import { type SecurityForm, timeoutOptions } from './security-form.ts'

interface SecurityRowsProps {
  form: UseFormReturn<SecurityForm>
  savedMeanwhile: Partial<SecurityForm>
}

const VISIBILITY = [
  { value: 'all', label: 'Everybody sees all requests' },
  { value: 'own', label: 'People see only their own' },
]

const POLICY_NUMBERS: NumberRow<SecurityForm>[] = [
  {
    name: 'maxSessions',
    label: 'Maximum Concurrent Sessions',
    hint: 'Per person, 1 to 1,000, usually 3. A further sign-in ends the oldest',
  },
  {
    name: 'passwordMinLength',
    label: 'Minimum Password Length',
    hint: '6 to 64 characters. Existing passwords stay valid; the minimum applies from the next change',
  },
]

/** @param props.idleMinutes the stored session timeout, which need not be one of the usual choices */
export function PolicyRows({ idleMinutes, ...shared }: SecurityRowsProps & { idleMinutes: number }) {
  const seesEvery = useActor().permissions.has('requests.viewAll')
  return (
    <>
      <ChoiceRow {...shared} name="idleMinutes" label="Session Timeout" options={timeoutOptions(idleMinutes)}>
        A session ends when it is unused for this long
      </ChoiceRow>
      <NumberRows {...shared} rows={POLICY_NUMBERS} />
      <ChoiceRow
        {...shared}
        name="visibility"
        label="Who sees which requests"
        options={VISIBILITY}
        disabled={!seesEvery}
      >
        {seesEvery ? 'Roles that may see every request still do' : VISIBILITY_REFUSAL.replace(/\.$/, '')}
      </ChoiceRow>
    </>
  )
}

const THROTTLE_NUMBERS: NumberRow<SecurityForm>[] = [
  {
    name: 'pairFree',
    label: 'Wrong passwords from one address before a wait',
    hint: 'For one account; 3 to 10, usually 5',
  },
  { name: 'pairMinutes', label: 'Longest wait from one address, in minutes', hint: '5 to 60, usually 15' },
  {
    name: 'accountFree',
    label: 'Wrong passwords from new addresses before a wait',
    hint: 'For one account, from addresses it never signed in from, together; 10 to 100, usually 20',
  },
  { name: 'accountMinutes', label: 'Longest wait from new addresses, in minutes', hint: '1 to 30, usually 5' },
  {
    name: 'addressFree',
    label: 'Failures of one address before a wait',
    hint: 'Whatever the accounts: a whole office may share an address; 20 to 500, usually 50',
  },
  { name: 'addressMinutes', label: 'Longest wait of an address, in minutes', hint: '1 to 15, usually 1' },
]

export function ThrottleRows(shared: SecurityRowsProps) {
  return <NumberRows {...shared} rows={THROTTLE_NUMBERS} />
}
