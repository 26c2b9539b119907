const MARK = '/* planned once */ '

/** Marks a statement whose plan does not depend on its values: PostgreSQL keeps it prepared and soon plans it no more. */
export function plannedOnce(text: string): string {
  return MARK + text
}

export function isPlannedOnce(text: string): boolean {
  return text.startsWith(MARK)
}
