/** Subjects that are not stored with requests, so that rewording the question would not help. */
const UNKNOWABLE = new Set(
  `money cost costs costing budget budgets price prices spend spent spending euro euros dollar dollars paid pay salary salaries
savings invoice invoices billed funding satisfied satisfaction happy happiness mood feedback weather lunch holiday holidays vacation
browser browsers device devices phone phones email emails login logins logged visitors clicks views seen read viewed votes likes
bugs crashes uptime servers server outage password passwords gender birthday office floor room
weekday weekdays weekend weekends attachments attachment`.split(/\s+/),
)

/** A subject that is not stored with requests, among the words that no rule used. */
export function unknowableIn(leftOut: readonly string[]): string | undefined {
  return leftOut
    .join(' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .find((word) => UNKNOWABLE.has(word))
}
