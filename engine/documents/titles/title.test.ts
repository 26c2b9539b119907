import fc from 'fast-check'
import { expect, test } from 'vitest'
import { titleOf } from './title.ts'

test.each([
  // The frame of the wish.
  ['Our members would be very thankful if amendments could be submitted electronically, with the reason chosen from a list and the supporting invoice attached.', 'Submit amendments electronically, with the reason chosen from a list and the supporting invoice attached'],
  ['It is further requested that holders are warned once less than ten per cent is left.', 'Warn holders once less than ten per cent is left'],
  ['We should be most grateful if the list of offices could be published on the home page.', 'Publish the list of offices on the home page'],
  ['The chamber would appreciate it if receipts were sent by e-mail.', 'Send receipts by e-mail'],
  ['It would be appreciated if the form could be shortened.', 'Shorten the form'],
  ['It would be very helpful if the search ignored accents.', 'It would be very helpful if the search ignored accents'],
  ['We kindly ask you to add a field for the seal number.', 'Add a field for the seal number'],
  ['The association therefore requests that the limit be raised to EUR 500.', 'Raise the limit to EUR 500'],
  ['We strongly recommend that old passwords be withdrawn.', 'Withdraw old passwords'],
  ['It was agreed that the totals should be shown in the local currency.', 'Show the totals in the local currency'],
  ['It has been decided that the archive shall be moved to the new server by 30 June 2027.', 'Move the archive to the new server by 30 June 2027'],
  ['The working group suggested that a second signature be required.', 'Require a second signature'],
  ['There is a need to check the weights twice.', 'Check the weights twice'],
  ['There is an urgent need for a printable receipt.', 'Provide a printable receipt'],
  ['The introduction of a common tariff file is requested.', 'Introduce a common tariff file'],
  ['We suggest adding a column for the tare weight.', 'Add a column for the tare weight'],
  ['I wonder whether the colours could be changed.', 'Change the colours'],
  ['The dashboard should list overdue requests by department.', 'The dashboard should list overdue requests by department'],
  ['Could you please send the figures every month?', 'Send the figures every month'],
  ['We would like the system to remember the last filter.', 'Remember the last filter'],
  ['It should be possible to export the balance as a spreadsheet.', 'Export the balance as a spreadsheet'],
  ['It must be possible for brokers to see the reason of a hold.', 'Allow brokers to see the reason of a hold'],
  ['There should be a button that clears the form.', 'Provide a button that clears the form'],
  ['We wonder whether the list could be refreshed automatically.', 'Refresh the list automatically'],
  ['Inspectors need to be able to take photographs offline.', 'Take photographs offline'],
  ['The meeting asked the IT team to change the sorting.', 'Change the sorting'],
  ['to download all confirmations of a month at once', 'Download all confirmations of a month at once'],
  // The maker and its verb.
  ['We propose that the system sends a message to the declarant as soon as a declaration is selected for inspection, stating place and time.', 'Send a message to the declarant as soon as a declaration is selected for inspection'],
  ['Could the portal offer a download of all declarations of a month as one file?', 'Offer a download of all declarations of a month as one file'],
  ['The application must reject invoices without a date.', 'Reject invoices without a date'],
  ['The licence module should no longer accept expired licences.', 'No longer accept expired licences'],
  ['The system should not round the duty.', 'Do not round the duty'],
  ['The portal shall automatically calculate the fee and show it.', 'Automatically calculate the fee and show it'],
  ['We ask that the system checks the code and rejects unknown ones.', 'Check the code and reject unknown ones'],
  ['We propose that the application prints labels and reports for each shed.', 'Print labels and reports for each shed'],
  ['If the balance is too low, the system should warn the holder.', 'Warn the holder if the balance is too low'],
  ['The system should have a page for refunds.', 'Provide a page for refunds'],
  ['The list ought to have a filter for the terminal.', 'Give the list a filter for the terminal'],
  ['Can the system be changed so that the weight is shown in tonnes?', 'Change the system so that the weight is shown in tonnes'],
  // The passive.
  ['The name of the agent should be displayed.', 'Display the name of the agent'],
  ['Duplicates must never be paid.', 'Never pay duplicates'],
  ['Old drafts should not be deleted without a warning.', 'Do not delete old drafts without a warning'],
  ['The unit price has to be automatically copied to the next line.', 'Automatically copy the unit price to the next line'],
  ['A daily extract should be set up for the statistics office.', 'Set up a daily extract for the statistics office'],
  ['Refunds should be checked and approved within the system.', 'Check and approve refunds within the system'],
  ['Refunds above USD 10,000 should be approved by two officers.', 'Ensure that refunds above USD 10,000 are approved by two officers'],
  ['The fee should be shown on the screen and printed on the receipt.', 'Ensure that the fee is shown on the screen and printed on the receipt'],
  ['Complaints should be dealt with on the same day.', 'Ensure that complaints are dealt with on the same day'],
  ['The analysis should be rebased every spring.', 'Ensure that the analysis is rebased every spring'],
  ['Inspectors should be able to attach photos.', 'Allow inspectors to attach photos'],
  ['Station heads should be given access to the log.', 'Give station heads access to the log'],
  ['They should be informed of each change.', 'Inform them of each change'],
  ['Could the minutes be made available in French?', 'Make the minutes available in French'],
  ['We ask that declarations can be copied.', 'Allow declarations to be copied'],
  ['The search should be faster.', 'Ensure that the search is faster'],
  // Uncertain sentences stay verbatim.
  ['The delegate asked which measure to be shown first.', 'The delegate asked which measure to be shown first'],
  ['Amounts which should be shown are missing.', 'Amounts which should be shown are missing'],
  ['Faster search in the archive', 'Faster search in the archive'],
  ['Exchange rates The central bank publishes its rates at noon and the system should take them over.', 'The central bank publishes its rates at noon and the system should take them over'],
  ['Printing We ask for a larger font.', 'A larger font'],
  ['The total is wrong and needs to be fixed.', 'The total is wrong and needs to be fixed'],
  ['The help pages need updating.', 'The help pages need updating'],
  ['I want the map to show closed roads.', 'I want the map to show closed roads'],
  ['What is missing is an audit trail.', 'What is missing is an audit trail'],
  // Endings.
  ['Please show the number of the container on every page of the transit document and its copies, because drivers carry only single pages.', 'Show the number of the container on every page of the transit document and its copies'],
  ['Please provide a report of the', 'Provide a report'],
  ['Please let brokers sign in.', 'Let brokers sign in'],
  // French and Arabic.
  ['Nous vous prions de bien vouloir corriger le calcul.', 'Corriger le calcul'],
  ['يرجى إضافة حقل جديد.', 'إضافة حقل جديد'],
])('“%s” is “%s”', (sentence, title) => {
  expect(titleOf(sentence)).toBe(title)
}) // prettier-ignore

test('any title fits and does not end with a full stop', () => {
  const words = fc.constantFrom(
    ...'We ask that the system should be shown sends could you please , . ; and to of been checked not if when'.split(
      ' ',
    ),
  )
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 60 }), (words) => {
      const title = titleOf(words.join(' '))
      expect(title.length).toBeLessThanOrEqual(200)
      expect(title).not.toMatch(/[.;,]$/)
    }),
  )
})
