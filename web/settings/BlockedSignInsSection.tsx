import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BlockedSignIn } from '../../shared/blocked-sign-ins.ts'
import { ApiError } from '../client/api-error.ts'
import { messageOf } from '../ui/errors/words.ts'
import { clockTime, nearInstant } from '../ui/formats/dates.ts'
import { refresh } from '../client/query.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { Pager } from '../ui/Pager.tsx'
import { Scrolling } from '../ui/Scrolling.tsx'
import { toast } from '../ui/toast.ts'
import { usePageWithin } from '../ui/use-page-within.ts'
import { BLOCKS_SHOWN, blockedSignInsOptions, BLOCKED_SIGN_INS, liftBlock } from './form/api.ts'
import { StoredSettings } from './form/StoredSettings.tsx'
import styles from './form/settings.module.css'
import { classes } from '../ui/classes.ts'

/** Who has to wait before the next sign-in attempt, with a button to lift the block. */
export function BlockedSignInsSection() {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...blockedSignInsOptions(page), placeholderData: keepPreviousData })
  usePageWithin({ page, total: query.data?.total, pageSize: BLOCKS_SHOWN }, setPage)
  return (
    <StoredSettings
      settings={query}
      about="After several wrong passwords the next attempt has to wait. A block ends by itself; lift
        one when somebody needs to get in sooner. Lifting a block is recorded in the audit log."
      height={160}
    >
      {({ blocks, total }) => (
        <Blocks
          blocks={blocks}
          total={total}
          page={page}
          shownPage={query.isPlaceholderData ? null : page}
          onPage={setPage}
          onRefresh={() => void query.refetch()}
        />
      )}
    </StoredSettings>
  )
}

interface BlocksProps {
  blocks: BlockedSignIn[]
  total: number
  page: number
  /** null while the page before is still on the screen */
  shownPage: number | null
  onPage: (page: number) => void
  onRefresh: () => void
}

function Blocks({ blocks, total, page, shownPage, onPage, onRefresh }: BlocksProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const lift = useMutation({
    mutationFn: liftBlock,
    onSuccess: () => toast({ title: 'Block lifted', description: 'They can try again now.', tone: 'good' }),
    onError: (error) => {
      const hasEnded = error instanceof ApiError && error.status === 404
      if (hasEnded) toast({ title: 'This block has already ended', tone: 'good' })
      else toast({ title: 'Error', description: messageOf(error, 'The block was not lifted.'), tone: 'bad' })
    },
    onSettled: async () => {
      // The button unmounts with its row.
      heading.current?.focus()
      await refresh(BLOCKED_SIGN_INS)
    },
  })
  return (
    <section className="card" aria-labelledby="blocked">
      <header className="lined">
        <h2 className="grow" id="blocked" ref={heading} tabIndex={-1}>
          Blocked sign-ins
        </h2>
        <Button size="small" onClick={onRefresh}>
          Refresh
        </Button>
      </header>
      {total === 0 ? (
        <p className="padded text-13 soft">No sign-ins are blocked.</p>
      ) : (
        <Scrolling label="Blocked sign-ins">
          <table className={styles.usage}>
            <thead>
              <tr>
                <th scope="col">Blocked</th>
                <th scope="col" className="numeric">
                  Failures
                </th>
                <th scope="col">Last failure</th>
                <th scope="col">Until</th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody aria-busy={shownPage === null}>
              {blocks.map((block) => (
                <tr key={block.id}>
                  <td>{whatIsBlocked(block)}</td>
                  <td className="numeric">{count(block.failures)}</td>
                  <td className="nowrap">{nearInstant(block.lastFailedAt)}</td>
                  <td className="nowrap">{clockTime(block.blockedUntil)}</td>
                  <td className="numeric">
                    <Button
                      size="small"
                      aria-label={`Lift the block: ${whatIsBlocked(block)}`}
                      busy={lift.isPending && lift.variables === block.id}
                      busyLabel="Lifting..."
                      onClick={() => {
                        if (!lift.isPending) lift.mutate(block.id)
                      }}
                    >
                      Lift
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      {total > BLOCKS_SHOWN && (
        <footer className={classes('text-13 soft', styles.foot)}>
          <Pager page={page} total={total} pageSize={BLOCKS_SHOWN} shownPage={shownPage} onPage={onPage} />
        </footer>
      )}
    </section>
  )
}

/** An unknown username is not shown: it may be a mistyped password. */
function whatIsBlocked({ kind, username, address }: BlockedSignIn): string {
  const account = username ?? 'An unknown username'
  if (kind === 'address') return `Everybody from ${address}`
  if (kind === 'pair') return `${account}, from ${address}`
  if (kind === 'password') return `${account}, when asked for the current password`
  return `${account}, from addresses it has not used before`
}
