import { Lock } from 'lucide-react'
import { fullName } from '../../../shared/people.ts'
import { say } from '../../../shared/texts/say.ts'
import { useSession } from '../../client/session.ts'
import { Note } from '../../ui/Note.tsx'
import { PageHead } from '../../ui/PageHead.tsx'

/** Stands in for a page with private data while an administrator sees the page as its person: nothing is asked for. */
export function PrivatePage({ title }: { title: string }) {
  const user = useSession()?.user
  return (
    <>
      <PageHead title={title} />
      <section className="card padded">
        <Note tone="blue" icon={Lock} title={say('Private')}>
          <p>
            {say('Not shown while you see the page as {name}.', { name: user ? fullName(user) : say('somebody else') })}
          </p>
        </Note>
      </section>
    </>
  )
}
