/** Phrases for money lost, owed or charged, in the language of `PhraseBook`. */
export const MONEY = `
- pay|pays|paid|paying attention|heed|visit|visits|regard
- battery|batteries|phone|scanner ?is|are charged
- fine print
$|€|£ #
# ?million|thousand|billion euro|euros|eur|usd|dollar|dollars|pound|pounds|dinar|dinars|riyal|riyals|franc|francs|dirham|dirhams|rial|rials|chf|gbp|kwd|aed|sar|omr
#1 million|billion !@groups|rows|records|entries
payment|payments|repayment|repayments
refund*|reimburs*
revenue|revenues|turnover
overcharg*|undercharg*|overpaid|underpaid
charged ?us|them twice|double|wrongly|importers|traders|us|them|brokers|customers|the|too|for
charges|charge us|them|importers|traders
bill|billed|bills|billing
invoice|invoices|invoiced
a|the|heavy|high|no fine|fines !for|print|grained
fines us|them|the|of|for|traders|carriers
get|gets|got|pay|pays|face|faces|risk|avoid|pays|fined ?a ?the fine|fines
paid|pay|pays|paying|unpaid
lose|loses|losing|lost|loss|losses ?of ?about money|revenue|duty|duties|income|taxes
duty|duties|tax|taxes is|are|was|were lost|evaded|unpaid|missing
debt|debts
fee|fees|surcharge|surcharges
penalty|late|default interest|payment|fee|fees|charge|charges
costs|cost us|the|about|more|too|money|$|€|£|#
budget
money
interest of #
state|treasury|budget loses|lost|misses
- bill passed|becomes|is ?now law|binding
- passed the bill
`
