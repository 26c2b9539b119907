/**
 * The roles of the parts of a table whose rows a style sheet stacks where it is narrow: some browsers take them for text then.
 * They are spread into the elements, whose own roles they repeat.
 */
export const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
