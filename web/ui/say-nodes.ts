import { createElement, Fragment, type ReactNode } from 'react'
import { type Literal, type PartsOf, sayParts } from '../../shared/texts/say.ts'

/**
 * A text with parts that are shown otherwise: a node stands for a name, a function for a tag.
 * `sayNodes('Search only for “<b>{typed}</b>”', { typed, b: (content) => <b>{content}</b> })`
 */
export function sayNodes<const T extends string>(text: Literal<T>, values: PartsOf<T, ReactNode>): ReactNode {
  return createElement(Fragment, null, ...sayParts<ReactNode, T>(text, values))
}
