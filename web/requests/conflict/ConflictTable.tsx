import type { ReactNode } from 'react'
import { EDITED_FIELDS, type Difference, type EditedField, type Side } from '../dialogs/edit-conflict.ts'
import { clockTime } from '../../ui/formats/dates.ts'
import { diffWords } from '../common/word-diff.ts'
import { classes } from '../../ui/classes.ts'
import { valueOf, sameInBoth, type Field, type Sides } from './conflict-values.tsx'
import styles from './conflict-table.module.css'
import { say } from '../../../shared/texts/say.ts'

export type Choices = Partial<Record<EditedField, Side>>

/** Why my value of a field cannot be kept. */
function refusalOf({ kind }: Field): string {
  return kind === 'status' ? 'No longer possible from the saved status' : 'Your role cannot assign requests'
}

interface PickCellProps {
  name: string
  /** whose value it is; shown above the value on a phone, where the columns are stacked */
  side: string
  picked: boolean
  onPick: () => void
  /** why it cannot be picked */
  refusal?: string | undefined
  children: ReactNode
}

function PickCell({ name, side, picked, onPick, refusal, children }: PickCellProps) {
  const value = (
    <span>
      {children}
      {refusal !== undefined && <span className={classes('text-12 muted', styles.notAllowed)}>{refusal}</span>}
    </span>
  )
  return (
    <td className={picked ? styles.picked : undefined} data-side={side}>
      <label className={styles.pick}>
        <input
          type="radio"
          name={name}
          className="checkbox"
          checked={picked}
          disabled={refusal !== undefined}
          onChange={onPick}
        />
        {value}
      </label>
    </td>
  )
}

interface ConflictTableProps extends Sides {
  found: Difference[]
  choices: Choices
  onChoose: (field: EditedField, side: Side) => void
}

/** Field by field, both sides; a choice is a pair of radio buttons, each in the cell of its value. */
export function ConflictTable({ found, choices, onChoose, ...sides }: ConflictTableProps) {
  const { mine, current } = sides
  const owner = current.changedBy ? `${current.changedBy.firstName}’s` : 'Theirs'
  const differing = EDITED_FIELDS.flatMap((field) => {
    const difference = found.find((one) => one.field === field.wire)
    return difference ? [{ field, mineAllowed: difference.mineAllowed }] : []
  })
  const same = EDITED_FIELDS.filter(({ wire }) => !found.some((difference) => difference.field === wire))
  return (
    <div className="scroll-x">
      <table className={styles.conflict}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours, not saved</th>
            <th scope="col">
              {owner}, saved {clockTime(current.changedAt)}
            </th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ field, mineAllowed }) => {
            const { wire, kind } = field
            const texts = kind === 'text' || kind === 'long-text'
            const pieces = texts ? diffWords(mine[wire] ?? '', current[wire] ?? '') : { one: [], other: [] }
            const pick = (side: Side) => ({
              name: `keep-${wire}`,
              picked: choices[wire] === side,
              onPick: () => onChoose(wire, side),
            })
            return (
              <tr key={wire}>
                <th scope="row">{say(field.label)}</th>
                <PickCell
                  {...pick('mine')}
                  side="Yours, not saved"
                  refusal={mineAllowed ? undefined : refusalOf(field)}
                >
                  {valueOf(field, mine, pieces.one, sides)}
                </PickCell>
                <PickCell {...pick('theirs')} side={`${owner}, saved`}>
                  {valueOf(field, current, pieces.other, sides)}
                </PickCell>
              </tr>
            )
          })}
          {same.map((field) => (
            <tr key={field.wire} className="muted">
              <th scope="row">{say(field.label)}</th>
              <td colSpan={2}>{sameInBoth(field, sides)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
