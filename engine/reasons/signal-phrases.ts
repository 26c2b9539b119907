import { PhraseBook } from './phrases.ts'
import type { Signal } from './signals.ts'

/** Ways to say each sign, in the language of `PhraseBook`. Measured on `lab/signals-golden.txt`. */

const MONTHS =
  'january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec'
const SETS = {
  month: `${MONTHS}|may`,
  clearmonth: MONTHS,
  weekday: 'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
  by: 'by|before|until|till|from|starting|beginning|effective|on|for|this|next|coming|latest',
  stretch: 'week|month|quarter|year|fortnight|days|weeks|months',
  system:
    'server|servers|system|systems|portal|site|website|service|services|network|application|app|platform|database|line|connection|internet|interface|link|login|terminal|terminals|scanner|scanners|printer|printers|printing|page|module|program|mail|queue|import|export|upload|download|search|job|backup|sync|synchronisation|transfer|update|process|reader|everything|release|clearance',
  use: 'log|login|sign|work|enter|reach|open|access|connect|save|submit|send|print|release|clear|use|register|declare|pay|upload|download|continue|start|call|book|process|issue|lodge|file|proceed|export|import',
  used: 'used|reached|opened|accessed|saved|submitted|sent|printed|released|cleared|processed|paid|loaded|started|completed|delivered|received|issued|booked|uploaded|done|finished|lodged|answered|executed',
  vehicles: 'trucks|lorries|vehicles|ships|vessels|cars|trains|wagons|drivers|carriers',
  group:
    'user|trader|broker|office|declarant|importer|exporter|officer|clerk|colleague|company|carrier|agent|traveller|passenger|operator|employee|forwarder|inspector|customer|citizen|department|team|port|border|station|region|declaration|shipment|consignment',
  groups:
    'users|traders|brokers|offices|gates|declarations|staff|people|persons|trucks|lorries|cases|carriers|containers|customers|declarants|importers|exporters|officers|clerks|colleagues|companies|firms|agents|travellers|travelers|passengers|vessels|ships|parcels|shipments|consignments|licences|permits|operators|employees|forwarders|inspectors|accounts|citizens|drivers|clients|businesses|departments|stations|ports|requests|households|taxpayers|members',
  others: 'other|others|another|strangers|foreign|competitors|everybody|everyone|somebody|someone|any|anyone|all',
}

const DATE = `
- no . deadline
- wait|waits until|till|after ?the ?next holidays|summer|weekend|christmas
- deadline|due column|columns|field|fields|filter|date|dates
- last @weekday
- since . @month|@weekday
# ?of @clearmonth
# ?of may !be|not|have|also
@month #
by|before|until|till|from|as|on ?of ?the ?very ‹date›
‹date›
by|before|until|till|from|starting|mid ?mid ?early ?late @clearmonth
@by @weekday
@by tomorrow|tonight|midnight|noon|today
tomorrow|tonight|midnight
by|before|until|till|at|from|to|towards ?the ?very end of
by|before|until|till|at ?the year|month|quarter|week|years|months end
by|before|until|till|in|from q1|q2|q3|q4
no|not later than
at ?the ?very latest
latest on|by
deadline|deadlines|cutoff
due in|on|by|at|tomorrow|today|next|this
ready|needed|need|done|finished|due|required|expected|wanted|live|complete|still .. this|next @stretch
next week|month|quarter|year
due|needed|ready|expected|starts|start|begins|opens|left in|within # days|weeks|months|hours
only # days|weeks|months left
takes|take|took|taking effect
comes|come|coming|enters|enter|entering|entered into force|effect
in force
goes|go|going live
golive
by|before|until|till|after ?the ?next summer|christmas|holidays|holiday|ramadan|easter|season|audit|inspection|visit|weekend
expires|expire|expiring|lapses|ends on|next|soon|tomorrow|this
`

const LAW = `
- law|laws|legal firm|firms|entity|entities|name|form|person|persons|holiday
law|laws|lawful*|unlawful*|illegal*|legal|legally|legislation|legislat*
regulation|regulations|decree|decrees|directive|directives|treaty|treaties|convention|ordinance|statut*|bylaw|bylaws
act of
customs|data|protection|privacy|trade|tax|excise|finance|secrecy|information|archives act
customs|tax|penal|criminal code
article|articles|paragraph|section #1 of|paragraph|of|obliges|requires|demands
gdpr
data protection act|law|officer|authority|regulation|commissioner|rules|inspector
privacy act|law|officer|authority|regulation|commissioner|rules|inspector
inspector|commissioner|officer of data|privacy
court|courts|tribunal|judge|judges|judgment|judgement|ruling|lawsuit|sued|prosecutor|prosecutors|ombudsman|commissioner|auditors|auditor
audit finding|findings|objection
obliges|obliged|obligation to|by|us
bound to|by
breach of ?the ?data|our law|act|treaty|contract|duty|rules|code
comply|compliant|complying with
void
sanction*|embargo*
becomes|become|is mandatory|compulsory from|by|on|since|as
wto|eu law|rules|agreement
commission|authority|regulator|inspectorate fines|penalises|penalizes|demands|orders
article|articles|paragraph|section #1
amended|revised|new|old act|code
parliament|council|government|cabinet passed|passes|adopted|adopts|decided|ruled
becomes|become|is|are ?legally binding
against the rules|law|act
appeal|appeals .. lost|won|upheld|pending
legal basis|ground|grounds|challenge|claim
liable|liability
`

const OUTAGE = `
- break|breaks|broken .. down by|into
- drop|scroll|scrolls|write|written|count|sit|slow|slows|slowed|narrow|hold down
- down payment|payments|to|the
- crash|stress test|tests|course
- error|errors message|messages|text|texts|code|codes|list|log in|of|for|should|must
nobody can|could|is|was|are|has|managed ?able ?to .. @use ?in ?on
nobody gets|got in|through|anything|any
none of .. can|could|is|are .. @use
cannot log|login|sign|work|save|submit|connect|reach|continue|proceed|start|clear|release|access|get ?in
cannot|unable ?to be @used
cannot be @used
unable to @use
impossible to @use
login|logins|signin|sign|work|working|clearance ?in ?is|was impossible
everything|all|work|clearance|operations|operation|traffic|business|release|trade|production|port|office .. stand|stands|stood|standing ?still|idle
standstill
stand|stands|stood|standing still|idle
nothing moves|works|work|happens|happened|goes|runs|can|could|is|loads|opens|arrives|leaves|prints
@vehicles .. queue|queues|queued|queueing|queuing|backed|stranded|stuck|blocked|block
backed|piling|piled up
queue|queues since|at|is|are|grows|back|out
line|lines of trucks|lorries
@system|it|they . is|are|was|were|be|been|went|goes|go|keeps ?completely ?again ?totally ?going down|offline|dead|frozen|stuck|gone|broken|unusable
is|are|was|were|been|went|goes|go|going|keeps ?completely ?all ?again ?totally down|offline
@system ?completely down|offline|dead|unreachable|unavailable|frozen|stuck|hangs|hanging|broken
down|offline|dead since|again|for|now|today|completely|everywhere
out since
outage|outages|blackout|unreachable|inaccessible|unusable|inoperable|inoperative
unavailable !fields|items|options|for|in
isnot reachable|available|accessible|working|responding|responsive|loading|starting|answering|usable|possible|running !in|as|to
isnot ?being|getting processed|delivered|sent|received|transmitted|going|coming|arriving|released|transferred|forwarded|updated|printed|saved|synchronised ?out ?through ?in
doesnot respond|answer|load|start|work|open|react|connect|print|arrive|boot|run|go|come|reach
willnot start|load|open|work|boot|connect|print|run|respond|save|go
no|without longer|more works|work|working|responds|answers|starts|loads|possible|available|usable|reachable
crash|crashes|crashed|crashing
freezes|froze|hangs|hung
gets|get|got|is|are|was|remains|remain|sits stuck|frozen
is|are|was|has|seems|got broken !down|into|seal
out of order|service|action|memory|space|operation
stops|stopped|ceased|quit|quits *ing
clearance|traffic|work|operations|release|releases|everything|trade|imports|exports|processing|production|business .. stopped|halted|blocked|stalled|suspended|interrupted
@groups .. is|are blocked|stranded
gate|gates|lane|lanes|port|border|counter|counters is|are|had|have ?all ?been ?be closed|blocked|shut
come|comes|came|coming|bring|brings|brought|ground to ?a ?an halt|standstill|stop
@system|has|have|had|it|all failed
fails|failing
failed to|with|since|at|again|on|after|this|last
gives|give|shows|show|returns|return|throws|get|gets|got|see|with|ends|end|only . error|errors
internal|server|fatal|unexpected|network|connection error|errors
error 500|502|503|504
a|get|gets|only|see|just blank|white|empty|black screen|page
work|works|working|worked|fall|fell|back on|to|with paper
thrown|kicked|logged out !when|if
lose|lost|loses|losing . my|our|their|all|his|her work|data|entries|input|text|everything
no|without answers
no answer|response|reply from|since|to|for
no connection|signal|power|internet|network|electricity
disk|storage|memory|drive ?is ?almost full
no space left
times|timed|timing out
wait|waiting|waits since|hours|outside|forever
power cut|failure|outage
corrupt|corrupted !files
cannot|unable ?to be released
restart|restarted|reboot every|several|many|twice|all
doesnot let|allow us|me|anyone|anybody|them
no longer reads|works|responds|opens|loads|prints|sends|arrives|appears|shows|connects|starts|accepts|reacts|updates|saves|scans|runs|answers|moves
can|could no longer @use
cannot ... anymore
cannot ... any more|longer
been|is|are|were|am|was|seems unable to
cut off from|since|again
lost connection|contact|access|touch to|with
access|connection|link|data|everything ... is|was|are|were|has gone|lost|vanished
screen|screens|page|list|map|monitor|display|window .. stays|remains|is|goes|went|turns|turned black|blank|white|grey|gray|dark|frozen
aborts|aborted|terminates|terminated
with|throws|raises ?an exception|timeout
vanished|vanishes|disappeared|disappears
shows|show|showed|displays|displayed|returns|does|do nothing
nothing|no .. comes|gets|goes|came|went|got through
takes|take forever
to its|their|our knees
collapsed|collapses|collapsing|paralysed|paralyzed|overloaded|jammed|disrupted|disruption|disruptions|malfunction*
breaks|broke|breaking down
is|are|was|were|been|stays|goes|went|seems dead
since|after ?the ?our ?last ?new ?latest ?system update|upgrade|patch|restart|maintenance|outage
since ?the ?our ?last ?new ?latest release|migration|change|changeover|switchover|rollout|move
@system .. refuses|refused to
keeps|keep logging|kicking|throwing|crashing|freezing|failing|restarting|hanging|disconnecting
knocked out
manually because|since|until
on paper because|since|until|again
emergency procedure|mode|operation
not ?a single . @groups .. got|gets|can|could
has|have|had no effect
idle since|because|for
without power|electricity
cannot get into|in|through|on
does|do|did nothing
no|without access to since|after|for
isnot ?being read|shown|recognised|recognized|accepted|found|counted|booked|stored anymore|any|since
`

const PEOPLE = `
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

const MONEY = `
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

const SECURITY = `
- virus|malware|phishing|spam|attack . scanner|scan|filter|filters|report|training|awareness|poster|posters|exercise|button|protection|campaign|quiz|course
- awareness|training|exercise|posters|campaign .. phishing|malware|viruses|attacks
- water|gas|oil|pipe|pipes|fuel|roof|air leak|leaks|leaked|leaking
- attack rate|rates
- forged steel|iron|parts|pieces
- breach of ?the contract|treaty|law|data|act|duty|agreement
- security role|roles|guard|guards|deposit|officer
attack|attacks|attacked|attacker|attackers|cyberattack
breach|breached|breaches
leak|leaks|leaked|leaking|leakage
stolen|hacked|hacker|hackers|hacking|ransomware|malware|virus|viruses|trojan|phish*|spyware|botnet|ddos|backdoor|vulnerab*|exploit|exploits|exploited|exploitable|intruder|intruders|intrusion|hijack*|compromised|keylogger
brute force
forged
sql|script|code|command|html injection
xss|csrf|sqli
cross site
unknown|strange|suspicious|unexplained|foreign|unusual|odd . account|accounts|device|devices|login|logins|access|accesses|traffic|activity|activities|attempt|attempts|sign
unknown|outside|unauthorised|unauthorized person|people|persons|party . *ed|has|had|saw|sees|got|gets
unauthor* !user
gained|gain|gains|gaining|got|obtained|obtains access|entry|control|into
outsider|outsiders|strangers|anybody|anyone|everybody|everyone ?on ?outside can|could see|read|open|download|enter|change|access
visible|readable|accessible|open to|by|for other|others|everyone|everybody|all|strangers|anyone|anybody|outsiders
can|could ?also see|sees|read|open|view|change|edit .. of other|another|others|strangers|foreign|different|competing
see|sees|read|reads|open|opens|view|views|saw . other|another|strangers|foreign|competitors|somebody|someone . company|companies|trader|traders|declarations|documents|files|data|cases|letters|else|accounts|users|brokers
password|passwords|credentials|key|keys|token|tokens|secret|certificate|certificates .. plain|clear|unencrypted|published|posted|exposed|public|guessed|shared|stolen|leaked|readable|lost|visible|compromised
in plain|clear text
turned|turns|turn|showed|appeared|appears|found|posted|published|offered . on|in|at ?a ?an ?the forum|internet|web|dark|darknet|paste|public|github|telegram
public server|bucket|share|folder|repository|repo|internet !address
fake|false|bogus|cloned website|site|page|mail|mails|email|emails|login|portal|sms
looks|look like our|the login|website|page|bank|portal
former|ex|dismissed|retired employee|employees|colleague|colleagues|officer|officers|clerk|contractor .. still|used|uses|access|log|logs|logged
sent|went|mailed|emailed|disclosed|given to ?a ?the wrong|unintended|unknown|third|foreign recipient|recipients|person|people|company|trader|address|addressee|party|parties
lost|missing laptop|laptops|phone|stick|drive|disk|tablet
laptop|laptops|usb|stick|drive|tablet|phone ?with .. lost|missing|disappeared
security hole|gap|flaw|incident|alert|bug|breach|issue|problem|risk|weakness
hole|holes|flaw|flaws|gap|weakness in ?the ?our sign|login|access|check|security|rights|firewall|system
penetration|pen test|testers|tester found|finds|shows|showed|report|reports
bypass|bypasses|bypassed|bypassing|circumvent*|evade
tries|try|trying|tried|guess|guessing|guesses ?out ?thousands ?of . password|passwords
runs|run|execute|executes|executed ?any|arbitrary any|arbitrary|foreign|unchecked script|scripts|code|command|commands|program
revoke|revoked . certificate|certificates|access|key|keys|token|tokens|account|accounts
intercept*|eavesdrop*|blackmail*|extort*|spoof*|impersonat*|sabotage*
identity theft
without|no password|passwords|authentication|login|permission|rights|check . can|could|anyone|see|get|possible|open
without ?any signing|logging|sign|log|login|authentication|authorisation|authorization|credentials|password
anyone|anybody|everyone|everybody|someone with ?the ?a link|address|url|account
see|sees|saw|read|reads|open|opens|view|views|change|changes .. of|from ?a ?an ?the competitor|competitors|another|other|others|strangers|stranger|third|foreign
credentials|password|passwords|key|keys|token|tokens|secrets .. found|lie|lies|stored|written|published|leaked
password|passwords|private|secret key|list|keys ... mail|mailed|round|around|sent|chat
private key|keys .. sent|mailed|public|lost|known|round
upload|uploads|uploaded .. executable|executables|script|scripts|program|programs
pretended|pretends|pretending|posing|posed|poses to|as
claimed|claims to be
for sale online|on|in
offered|sold ... online|internet|darknet|sale
check|checks|factor|login|password|approval|control ... skipped|bypassed|circumvented|avoided
skip|skips|skipped|bypass the|our|any .. check|login|password|approval|factor|control
changing|guessing|editing|altering .. number|address|url|id|parameter
exposed|exposes|exposure
disclosed
still has|have|had ?full ?all access|rights
account|accounts|login ... still|again active|used|works|open|enabled
former|ex|dismissed|departed|retired . account|accounts|login
data|records|log|logs|entries|rates|table|tables ... tampered|manipulated|falsified
confidential|secret|personal ... visible|sent|open|readable|published|lost
spied|spying
somebody|someone|strangers else|unknown|outside .. read|reads|saw|opened|entered|used|logged
broke|broken|break into
social engineering
`

const MILDNESS = `
nice|good|lovely|handy to have
would|might be ?so|very|really nice|handy|lovely|pleasant|cool|convenient
would love
no hurry|rush|urgency|pressure|stress
isnot ?really|very|so|that|at|particularly ?all urgent|important|pressing|serious|critical|worth|dramatic
not ?really|very|so|that|particularly urgent|important|pressing|serious|dramatic
nothing serious|urgent|important|big|dramatic|bad
low|lowest|least|little priority|importance|urgency
can|could|may wait
someday|eventually|sometime
some day
at some point
cosmetic*|aesthetic*
when|whenever|if|once .. has|have|is|find|finds ?some ?the ?a ?spare ?free time
when|whenever .. convenient
small|little|tiny|minor|trivial|modest|slight ?cosmetic wish|wishes|thing|things|detail|details|convenience|request|suggestion|improvement|annoyance|matter|glitch|idea|correction|nuisance|blemish|tweak|flaw|nitpick
typo|typos|misspel*|misprint|nitpick*
spelling|typing|grammar mistake|mistakes|error|errors
matter of taste|style|opinion
just|only|purely|merely ?a ?an ?for cosmetic|wish|idea|detail|tidiness|suggestion|looks|fun|beauty|question
doesnot ?really bother|hurt|matter|harm|disturb
if ?it ?is ?isnot ?too ?much possible|trouble|convenient
if|when you find|have .. time|minute
pixel|pixels off|too
trivial
looks|look ?a ?bit ?slightly ?somewhat odd|ugly|dated
prettier|ugly|nicer
no|not big|great|a deal|thing|matter|issue|drama|big
beauty|visual|optical|purely|merely mistake|flaw|blemish|visual|optical
take your time
no need to hurry|rush
at your leisure|convenience
is|are|feels bored
does|do no harm
a wish of mine
`

export const BOOKS: Record<Signal, PhraseBook> = {
  date: new PhraseBook(DATE, SETS),
  law: new PhraseBook(LAW, SETS),
  outage: new PhraseBook(OUTAGE, SETS),
  people: new PhraseBook(PEOPLE, SETS),
  money: new PhraseBook(MONEY, SETS),
  security: new PhraseBook(SECURITY, SETS),
  mildness: new PhraseBook(MILDNESS, SETS),
}
