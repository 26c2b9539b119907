import { LockKeyhole } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { TextInput } from '../../../ui/inputs.tsx'
import styles from './pdf.module.css'

interface PasswordFormProps {
  /** the previous password was wrong */
  isWrong: boolean
  onPassword: (password: string | null) => void
}

/** Asks for the password of a protected PDF. It never leaves this window. */
export function PasswordForm({ isWrong, onPassword }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [isSent, setSent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      className={styles.password}
      onSubmit={(event) => {
        event.preventDefault()
        if (password === '') return field.current?.focus()
        setSent(true)
        onPassword(password)
      }}
    >
      <h3 className="h-16">
        <Icon of={LockKeyhole} /> This PDF is protected
      </h3>
      <Field
        label="Password of the document"
        hint="It opens the document in this window only, and is not stored."
        error={isWrong && password === '' ? 'This password does not open the document' : undefined}
      >
        <TextInput
          ref={field}
          type="password"
          dir="ltr"
          autoComplete="off"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <div className="row">
        <Button type="submit" look="primary" busy={isSent} busyLabel="Opening…">
          Open
        </Button>
        <Button onClick={() => onPassword(null)}>Cancel</Button>
      </div>
    </form>
  )
}
