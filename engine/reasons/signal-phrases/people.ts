/** Phrases for many affected people, in the language of `PhraseBook`. */
export const PEOPLE = `
- nobody is affected
- number|each|every|how|per|single|two ?of ?the users
everybody|everyone
nobody can|could|is|was ?able ?to . @use ?in ?on
nobody can|could ?do anything|work
none of ?the ?our @groups
every|entire|whole ?single @group !chooses|has|can|may|should
all ?of ?the ?our ?its @groups
#10 . @groups
#2 thousand|million|hundred
#100 . rows|letters|messages|entries|records|invoices|payments|files|documents|emails|notices|bookings|guarantees|certificates|seals|items|lines
several|many|few hundred|thousand|dozen
dozens|hundreds|thousands|millions|scores|countless|numerous ?of . @groups
hundreds|thousands|millions of . rows|letters|messages|entries|records|invoices|payments|files|documents
many|most|lots ?of ?the ?our @groups
half|third|quarter|majority|most|two-thirds of ?the ?our ?all @groups
large|great|huge|high|growing number|share|part of @groups
a lot of @groups
all ?of ?the work|clearance|traffic|trade|operations|imports|exports|counters|gates
queue|queues|queued|queueing|jam|jams|backed .. motorway|kilometres|kilometers|miles|street|road
whole|entire ?customs ?tax ?border department|office|country|team|staff|port|sector|trade|house|region|administration|shift|nation|ministry|community|organisation|company|service
affects|affect|affecting|hits|concerns|blocks|hurts all|every|everybody|thousands|hundreds|many|most|dozens
nationwide|countrywide
not one|a of|single . @groups
hundreds|thousands|dozens|#20 of|. complaints|calls|tickets|mails|emails|reports
complaints from all|every|many
everywhere in the|our
all over the country
across all|the @groups|country
`
