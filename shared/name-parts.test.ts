import { expect, test } from 'vitest'
import { nameParts } from './name-parts.ts'

test.each([
  ['Sukarno', 'Sukarno', ''],
  ['  Mary  Ann Stone ', 'Mary Ann', 'Stone'],
  ['Amélie بن يوسف', 'Amélie', 'بن يوسف'],
  ['محمد بن سلمان', 'محمد', 'بن سلمان'],
  ['Ana de la Cruz', 'Ana', 'de la Cruz'],
  ['Ludwig Van Beethoven', 'Ludwig', 'Van Beethoven'],
  ['Van Morrison', 'Van', 'Morrison'],
  ['De la Cruz', 'De', 'la Cruz'],
  ['Bell, Anna', 'Anna', 'Bell'],
  ['García Márquez,  Ana  María', 'Ana María', 'García Márquez'],
  ['Bell,', 'Bell,', ''],
])('%s has the names "%s" and "%s"', (fullName, firstName, lastName) => {
  expect(nameParts(fullName)).toEqual({ firstName, lastName })
})
