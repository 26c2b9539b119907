import { useRef } from 'react'
import { fold } from '../../shared/fold.ts'

const RESET_AFTER_MS = 1000

/**
 * Index of the first label from `from` on, wrapping around, that begins with what was typed. A single letter, or the same
 * one repeated, moves to the next label that begins with it. An empty label never matches.
 */
export function nextMatch(labels: readonly string[], typed: string, from: number): number | null {
  const letters = [...fold(typed)]
  const wanted = letters.every((letter) => letter === letters[0]) ? (letters[0] ?? '') : letters.join('')
  const start = letters.length === 1 || wanted.length === 1 ? from + 1 : Math.max(from, 0)
  for (let i = 0; i < labels.length; i++) {
    const at = (start + i) % labels.length
    if (wanted !== '' && fold(labels[at] ?? '').startsWith(wanted)) return at
  }
  return null
}

/** Collects the letters typed into a list until a second has passed without one. */
export function useTypeAhead() {
  const typed = useRef({ text: '', at: 0 })
  const isTyping = () => typed.current.text !== '' && Date.now() - typed.current.at < RESET_AFTER_MS
  return {
    isTyping,
    find(letter: string, labels: readonly string[], from: number): number | null {
      typed.current = { text: (isTyping() ? typed.current.text : '') + letter, at: Date.now() }
      return nextMatch(labels, typed.current.text, from)
    },
  }
}
