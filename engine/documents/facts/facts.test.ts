import { expect, test } from 'vitest'
import { Flow } from '../flow.ts'
import { findDates, writesMonthFirst } from './dates.ts'
import { dueDateOf, ownDate } from './due-date.ts'
import { factsOfPage } from './facts.ts'

const BASE = { writtenOn: '2026-03-12', monthFirst: false }

test.each([
  ['3 May 2026', '2026-05-03'],
  ['May 3rd, 2026', '2026-05-03'],
  ['03/05/2026', '2026-05-03'],
  ['2026-05-03', '2026-05-03'],
  ['le 1er juillet 2026', '2026-07-01'],
  ['15 août 2026', '2026-08-15'],
  ['٣ مايو ٢٠٢٦', '2026-05-03'],
  ['on 4 January', '2027-01-04'],
  ['05/14/2026', '2026-05-14'],
])('%s is %s', (text, value) => {
  expect(findDates(text, '2026-10-01', false)).toMatchObject([{ value }])
})

test('days that do not exist, versions and case numbers are not dates', () => {
  expect(findDates('31 February 2026, version 1.2.2026.4, case 12/45/2026', '2026-01-01', false)).toEqual([])
})

test('the number of the next paragraph is not a day of the month before it', () => {
  expect(findDates('before the audit in September.\n3. Any other business', '2026-01-01', false)).toEqual([])
  expect(findDates('on Sept. 3', '2026-08-01', false)).toMatchObject([{ value: '2026-09-03' }])
})

test('a document that writes 05/14/2026 writes the month first everywhere', () => {
  expect(writesMonthFirst('05/14/2026 and 03/04/2026')).toBe(true)
  expect(findDates('03/04/2026', '2026-01-01', true)).toMatchObject([{ value: '2026-03-04' }])
})

test.each([
  ['no later than 30 June 2026', '2026-06-30'],
  ['by the end of October', '2026-10-31'],
  ['before the end of the second quarter of 2026', '2026-06-30'],
  ['before the end of the quarter', '2026-03-31'],
  ['by the end of the year', '2026-12-31'],
  ['by Q3 2026', '2026-09-30'],
  ['within 30 days', '2026-04-11'],
  ['within two weeks of this letter', '2026-03-26'],
  ['within ten working days', '2026-03-26'],
  ['au plus tard le 15 mai 2026', '2026-05-15'],
  ['dans un délai de trois mois', '2026-06-12'],
  ['avant la fin du trimestre', '2026-03-31'],
  ['في موعد أقصاه 15 مايو 2026', '2026-05-15'],
  ['خلال 30 يوما', '2026-04-11'],
])('due “%s” is %s', (text, due) => {
  expect(dueDateOf(`Please add the field ${text}.`, BASE)).toBe(due)
})

test.each([
  'Please send a reminder thirty days before expiry.',
  'Please send the figures within ten days after the end of each month.',
  'Please correct the entry of 3 May 2026.',
  'The register should list guarantees that expire within a month.',
  'Please mark licences which will end within ten days.',
  'Compare the totals with the Q3 2025 figures.',
  'Please answer within one hour.',
])('“%s” sets no date', (text) => {
  expect(dueDateOf(text, BASE)).toBeNull()
})

test('a letter is dated by its date line, not by the first date it mentions', () => {
  expect(ownDate('Your letter of 2 March 2026\n\n12 March 2026\n\nDear Sir', '2026-05-01', false)).toBe('2026-03-12')
  expect(ownDate('Le 14 avril 2026', '2026-05-01', false)).toBe('2026-04-14')
  expect(ownDate('No date at all.', '2026-05-01', false)).toBeNull()
})

test('facts have places and values that can be compared', () => {
  const text =
    'Dr Samuel Osei paid USD 2.5 million on 3 May 2026 under Article 14(2) of Regulation 2019/44, then 1.250,50 € and 300 euros.'
  const facts = factsOfPage(new Flow([{ number: 4, text }]), 0, BASE)
  expect(facts.map(({ kind, value }) => [kind, value])).toEqual([
    ['person', 'Samuel Osei'],
    ['amount', '2500000 USD'],
    ['date', '2026-05-03'],
    ['legal-reference', 'article 14(2) of regulation 2019/44'],
    ['amount', '1250.5 EUR'],
    ['amount', '300 EUR'],
  ])
  for (const fact of facts) {
    expect(fact.place.page).toBe(4)
    expect(text.slice(fact.place.start, fact.place.end)).toBe(fact.text)
  }
})

test('legal references are read in French and Arabic', () => {
  const text = "l'article 22 du décret n° 2018-310 et المادة 12 من القانون رقم 7 لسنة 2014"
  const facts = factsOfPage(new Flow([{ number: 1, text }]), 0, BASE)
  expect(facts.filter(({ kind }) => kind === 'legal-reference').map((fact) => fact.text)).toEqual([
    'article 22 du décret n° 2018-310',
    'المادة 12 من القانون رقم 7 لسنة 2014',
  ])
})

test('working days are those of the office, without its holidays', () => {
  const calendar = { workingDays: [7, 1, 2, 3, 4], holidays: ['2026-03-22'], timeZone: 'Asia/Riyadh' }
  // Written on a Thursday.
  const base = { writtenOn: '2026-03-19', monthFirst: false }
  const text = 'Please add the field within 2 working days.'
  expect(dueDateOf(text, base)).toBe('2026-03-23')
  expect(dueDateOf(text, { ...base, calendar })).toBe('2026-03-24')
})
