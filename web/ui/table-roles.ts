/**
 * ARIA roles for tables whose rows a style sheet stacks on narrow screens: some browsers then drop the table semantics.
 * They are spread into the elements, whose implicit roles they repeat.
 */
export const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
