import { expect, test } from 'vitest'
import { dueOfRequirement } from './due-of-requirement.ts'

const BASE = { writtenOn: '2027-03-01', monthFirst: false }
const ASK = 'We ask that the release note be shown on the portal.'

test.each([
  ['Importers are obliged to present the goods within three days; this is laid down in Article 140 of the Act.'],
  ['Traders must keep the note until 31 December 2027.'],
  ['The goods have to leave the port within ten days.'],
  ['Within five days the carrier shall lodge the manifest.'],
  ['The law allows importers to appeal within 30 days.'],
  ['This has applied from 1 January 2027.'],
  ['The office answers letters within two weeks.'],
  ['Late payers are fined from 1 April 2027.'],
  ['The budget closes at the end of the year.'],
  ['Traders must hand it in by 31 December 2027.'],
  ['They must pay by 31 May 2027.'],
  ['This is urgent; importers must pay within seven days.'],
])('“%s” behind a requirement sets it no date', (next) => {
  expect(dueOfRequirement([ASK, next], BASE)).toBeNull()
})

test.each([
  ['Please let this be available by 1 June 2027.', '2027-06-01'],
  ['This is needed before 15 May 2027.', '2027-05-15'],
  ['Deadline: 30 April 2027.', '2027-04-30'],
  ['At the latest by 1 July 2027.', '2027-07-01'],
  ['It should be ready within 30 days.', '2027-03-31'],
  ['We need it by the end of the year.', '2027-12-31'],
  ['If possible before 10 May 2027, please.', '2027-05-10'],
  ['The work must be completed by 1 August 2027.', '2027-08-01'],
  ['The release note is wanted by 20 April 2027.', '2027-04-20'],
  ['Our wish is that these changes go live by 1 June 2027.', '2027-06-01'],
  ['To be finished by 12 April 2027.', '2027-04-12'],
  ['Cela devrait être prêt avant le 1er juillet 2027.', '2027-07-01'],
  ['وذلك قبل 15 يونيو 2027.', '2027-06-15'],
])('“%s” behind a requirement is its date', (next, due) => {
  expect(dueOfRequirement([ASK, next], BASE)).toBe(due)
})

test.each([
  ['Please add the seal number by 1 May 2027.', '2027-05-01'],
  ['Please add the seal number within 30 days.', '2027-03-31'],
  ['Please warn importers, who must present the goods within three days.', null],
  ['Officers should get access to the log within 14 days.', '2027-03-15'],
])('in the requirement itself: “%s”', (ask, due) => {
  expect(dueOfRequirement([ask], BASE)).toBe(due)
})
