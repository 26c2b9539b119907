import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Imported } from '../../../shared/people-import.ts'
import { peopleWords } from '../../roles/people-words.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { saveCsv } from '../../ui/save-file.ts'
import { ImportCheck } from './ImportCheck.tsx'
import { findImported, forgetImported, keepImported } from './imported-people.ts'
import { ImportFile, type ReadFile } from './ImportFile.tsx'
import { linksFile } from './links-file.ts'
import styles from './people.module.css'

/** Import of people: choose a file, check it line by line, confirm, and get the invitations. */
export function ImportPeople() {
  const [read, setRead] = useState<ReadFile | null>(null)
  const [imported, setImported] = useState(findImported)
  const [isReturn, setReturn] = useState(false)
  const goBack = () => {
    setReturn(true)
    setRead(null)
  }
  if (imported) return <Done imported={imported} />
  const finish = (answer: Imported) => {
    keepImported(answer)
    setImported(answer)
  }
  if (read) return <ImportCheck read={read} onBack={goBack} onDone={finish} />
  return <ImportFile isReturn={isReturn} onRead={setRead} />
}

function Done({ imported }: { imported: Imported }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes('card padded stack', styles.narrow)}>
      <h2 className="h-16" ref={heading} tabIndex={-1}>
        {peopleWords(imported.invited.length)} invited
      </h2>
      <p>
        Each has a link that works once, within 7 days. This version sends no email: download the links and hand them
        over yourself. The server does not keep them; a link that is lost can be replaced in User Management.
      </p>
      <div className="row wrap">
        <Button
          look="primary"
          icon={Download}
          onClick={() => {
            saveCsv(linksFile(imported, window.location.origin), 'invitation-links.csv')
            forgetImported()
          }}
        >
          Download links as CSV
        </Button>
        <Link to="/team/users?state=invited" className={buttonClass()}>
          User Management
        </Link>
      </div>
    </section>
  )
}
