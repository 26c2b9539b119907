import { useRef, useState } from 'react'
import { Pencil } from 'lucide-react'
import type { Profile } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { readDraft } from '../../requests/drafts/draft-store.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { FactGrid } from '../../ui/FactGrid.tsx'
import { PersonDepartment } from '../common/PersonDepartment.tsx'
import { PROFILE_DRAFT, ProfileForm } from './ProfileForm.tsx'

/** A draft of an earlier visit opens the form, so that it isn't overlooked. */
export function PersonalInformation({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useState(() => readDraft(PROFILE_DRAFT) !== null)
  const section = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(section, 'header button', isEditing)
  const close = () => {
    keepFocus()
    setEditing(false)
  }
  return (
    <section className="card" aria-labelledby="personal" ref={section}>
      <header className="lined">
        <h2 className="grow" id="personal">
          {say('Personal Information')}
        </h2>
        {!isEditing && (
          <Button size="small" icon={Pencil} onClick={() => setEditing(true)}>
            {say('Edit Profile')}
          </Button>
        )}
      </header>
      <div className="padded">
        {isEditing ? <ProfileForm profile={profile} onClose={close} /> : <ProfileView {...profile} />}
      </div>
    </section>
  )
}

function ProfileView({ firstName, lastName, email, department, username }: Profile) {
  return (
    <FactGrid
      boxes={[
        { label: say('First name'), value: firstName, span: 6 },
        { label: say('Last name'), value: lastName, span: 6 },
        { label: say('Email'), value: <EmailAddress>{email}</EmailAddress>, span: 6 },
        {
          label: say('Department'),
          value: department === null ? say('Not yet') : <PersonDepartment of={department} />,
          span: 6,
        },
        { label: say('Username, cannot be changed'), value: username, span: 12 },
      ]}
    />
  )
}

/** In a narrow box it breaks after the @ rather than within a word. */
function EmailAddress({ children }: { children: string }) {
  const host = children.lastIndexOf('@') + 1
  return (
    <span>
      {children.slice(0, host)}
      <wbr />
      {children.slice(host)}
    </span>
  )
}
