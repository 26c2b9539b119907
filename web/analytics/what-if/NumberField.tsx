import { useEffect, useState } from 'react'
import { count } from '../../ui/count.ts'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { MIN_VALUES, MAX_VALUES, type NumberKey, numberOf, type WhatIfState } from './state.ts'
import styles from './what-if.module.css'

/** Debounce of typed input. */
const PAUSE_MS = 400

interface NumberFieldProps {
  of: NumberKey
  label: string
  unit: string
  value: number | null
  onChange: (change: Partial<WhatIfState>) => void
}

/** A whole number; empty is "as it is". An invalid value stays in the field and sends no query. */
export function NumberField({ of, label, unit, value, onChange }: NumberFieldProps) {
  const shown = value === null ? '' : String(value)
  const [text, setText] = useState(shown)
  const [known, setKnown] = useState(shown)
  // "As it is" was pressed, or the URL changed: reset the field to it.
  if (known !== shown) {
    setKnown(shown)
    setText(shown)
  }
  const number = text === '' ? null : numberOf(of, text)
  useEffect(() => {
    if (number === undefined || number === value) return
    const timer = setTimeout(() => onChange({ [of]: number }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [number, value, of, onChange])
  return (
    <Field
      label={label}
      hint={unit}
      error={number === undefined ? `A whole number from ${MIN_VALUES[of]} to ${count(MAX_VALUES[of])}` : undefined}
      className={styles.number}
    >
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        placeholder={of === 'limit' ? 'none' : '100'}
        value={text}
        onChange={({ target }) => setText(target.value.trim())}
      />
    </Field>
  )
}
