import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { PASSWORD_FLOOR, PASSWORD_MISMATCH, PASSWORD_TOO_SHORT } from '../../../shared/people.ts'
import type { PasswordChange } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { ApiError } from '../../client/api-error.ts'
import { isDemo } from '../../client/demo.ts'
import { CHECKED_ON_LEAVING } from '../../ui/errors/checked-on-leaving.ts'
import { showRefusals } from '../../ui/errors/refusals.ts'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import { Button } from '../../ui/Button.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { RequiredNote } from '../../ui/Field.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { toast } from '../../ui/toast.ts'
import { changePassword } from './api.ts'
import styles from './profile.module.css'
import { classes } from '../../ui/classes.ts'

/** @param username lets a password manager store the new password with the right account */
export function SecuritySettings({ username }: { username: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(section, 'header button', isOpen)
  const close = () => {
    keepFocus()
    setOpen(false)
  }
  return (
    <section className="card" aria-labelledby="security" ref={section}>
      <header className="lined">
        <h2 className="grow" id="security">
          {say('Security Settings')}
        </h2>
        {!isOpen && (
          <Button size="small" icon={KeyRound} onClick={() => setOpen(true)}>
            {say('Change Password')}
          </Button>
        )}
      </header>
      <div className="padded">
        {isOpen ? (
          <PasswordForm username={username} onClose={close} />
        ) : (
          <p className="text-13 soft">
            {say('Your password is stored so that nobody can read it. Changing it ends your other sessions.')}
          </p>
        )}
      </div>
    </section>
  )
}

interface PasswordForm extends PasswordChange {
  repeated: string
}

function PasswordForm({ username, onClose }: { username: string | undefined; onClose: () => void }) {
  const form = useForm<PasswordForm>({
    ...CHECKED_ON_LEAVING,
    defaultValues: { currentPassword: '', newPassword: '', repeated: '' },
  })
  const { errors } = form.formState
  const element = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState(false)
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordForm, attempt) =>
      changePassword({ currentPassword, newPassword }, attempt),
    onSuccess: () => {
      toast({ title: say('Password Changed'), description: say('Your other sessions have ended.'), tone: 'good' })
      onClose()
    },
    onError: (error) => {
      const sentence = error instanceof ApiError ? error.sentence : say('Failed to change password')
      toast({ title: say('Password Change Failed'), description: sentence, tone: 'bad' })
      showRefusals(form, error, element.current)
    },
  })
  return (
    <form
      ref={element}
      className={classes('stack', styles.narrow)}
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!change.isPending) change.mutate(values)
        })(event)
      }
    >
      <input type="text" name="username" autoComplete="username" value={username ?? ''} readOnly hidden />
      <RequiredNote />
      <PasswordField
        shown={shown}
        label={say('Current password')}
        error={errors.currentPassword?.message}
        autoComplete="current-password"
        autoFocus
        {...form.register('currentPassword', { required: say('Current password is required') })}
      />
      <PasswordField
        shown={shown}
        label={say('New password')}
        hint={
          isDemo()
            ? say('At least {most} characters. A sentence is fine.', { most: PASSWORD_FLOOR })
            : say('A sentence is fine.')
        }
        error={errors.newPassword?.message}
        autoComplete="new-password"
        {...form.register('newPassword', {
          required: say('New password is required'),
          // Outside the demo the minimum is a setting of the office, which the server checks.
          validate: (text) =>
            !isDemo() ||
            text.length >= PASSWORD_FLOOR ||
            say('Password Too Short - {most}', { most: PASSWORD_TOO_SHORT }),
          // While typing, not on leaving: the message would go with the press that leaves the field.
          onChange: () => {
            if (form.getFieldState('repeated').isTouched) void form.trigger('repeated')
          },
        })}
      />
      <PasswordField
        shown={shown}
        label={say('Repeat the new password')}
        error={errors.repeated?.message}
        autoComplete="new-password"
        {...form.register('repeated', {
          validate: (text, { newPassword }) => {
            if (text !== newPassword) return say('Password Mismatch - {most}', { most: PASSWORD_MISMATCH })
            return text !== '' || say('Repeat the new password')
          },
        })}
      />
      <Checkbox checked={shown} onChange={() => setShown(!shown)}>
        {say('Show the passwords')}
      </Checkbox>
      <div className="row">
        <Button type="submit" look="primary" busy={change.isPending} busyLabel={say('Changing...')}>
          {say('Change Password')}
        </Button>
        <Button onClick={onClose}>{say('Cancel')}</Button>
      </div>
    </form>
  )
}
