import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { AuditHead } from '../../shared/audit.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { exactInstant } from '../ui/formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { headOptions } from './api.ts'
import { DownloadButton } from './DownloadButton.tsx'
import styles from './audit.module.css'

const STATES = { checking: 'Being checked', intact: 'Intact', damaged: 'Damaged' }

/** Digests to verify an exported log against later: of today and of the last days, on screen and in print. */
export function HeadCard() {
  const head = useQuery(headOptions())
  return (
    <section className={`card ${styles.head}`} aria-labelledby="digest" data-sheet>
      <header className="lined">
        <h2 className="grow" id="digest">
          Digest of the audit log
        </h2>
        <Button size="small" look="quiet" icon={Printer} className="no-touch" onClick={() => window.print()}>
          Print
        </Button>
      </header>
      <div className="padded stack">
        <p className="text-13 soft measure">
          The digest stands for every entry up to now, in their order. Print it or write it down: whoever changes the
          log afterwards can no longer show a log that leads to it. The export for checking and the program that checks
          it offline compare with it.
        </p>
        {head.isError ? (
          <ReadError title="The digest could not be loaded" query={head} />
        ) : head.data ? (
          <Digests head={head.data} />
        ) : (
          <Loading label="Loading the digest">
            <Skeleton height={48} />
          </Loading>
        )}
        <span className="row wrap">
          <DownloadButton path="/api/audit/export.jsonl" name="audit-log.jsonl">
            Export for checking
          </DownloadButton>
          <DownloadButton path="/api/audit/verify-audit.mjs" name="verify-audit.mjs">
            Checking program
          </DownloadButton>
        </span>
      </div>
    </section>
  )
}

function Digests({ head: { now, noted, state } }: { head: AuditHead }) {
  return (
    <dl className={`key-values ${styles.digests}`}>
      <dt>Audit log</dt>
      <dd>{STATES[state]}</dd>
      <dt>Now, {exactInstant(now.at)}</dt>
      <dd>
        Up to entry {count(now.entries)}: <Hash of={now.digest} />
      </dd>
      {noted.slice(0, 7).map(({ at, entries, digest }) => [
        <dt key={`${at} label`}>{exactInstant(at)}</dt>,
        <dd key={at}>
          Up to entry {count(entries)}: <Hash of={digest} />
        </dd>,
      ])}
    </dl>
  )
}

/** In two halves, so that a digest too long for its line breaks in the middle. */
function Hash({ of }: { of: string }) {
  const half = of.length / 2
  return (
    <span className={styles.mono}>
      {of.slice(0, half)}
      <wbr />
      {of.slice(half)}
    </span>
  )
}
