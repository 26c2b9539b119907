import type { Entry } from './meaning.ts'

export const NOUNS: readonly Entry[] = [
  [
    { kind: 'unasked' },
    'one in how many; 1 in how many; every how many; out of how many; tagged; how many times; how much/many time/days is/are left; how much/many time/days left; blocked; blocking; best; better; time/days (is/are) left; days/time to go; remaining time/days; time remaining; per reason; by reason; age group; second; third; runner up; percentile; variance; standard deviation; reopened; reassigned; easy; easier; easiest; simple; small; smaller; tiny; minor; big; bigger; biggest; large; huge; hard; harder; difficult; tricky; complex; complicated; quick win; quick wins; unclear; vague; incomplete description; strange; wrong; good; bad; risky; sensitive; interesting; useful; useless; unnecessary; popular; expensive; cheap; valuable; unusual; weird; duplicate description; handed over; escalated; hold; on hold; at risk; average priority; on track; everything/all/it ok/okay/fine/alright/well; ok/okay/fine/wrong with; going/doing well; by how much; how much later; what time (do/does/did/is); how big/large/full is the; in good shape; under control; say/says/said/think/thinks/thought about; monthly/quarterly/yearly/annual/daily report/reports; (how many) days early/ahead; how early; how far ahead',
  ],
  [
    { kind: 'filler' },
    '(make/draw/create/build/plot) (me) (a/an) (bar/pie/line) chart/graph/diagram/histogram (of); (make/create/build) (me) (a) table/list (of); a question about; questions about; question about; in days; in calendar days; in weeks; any chance; would/could you be so kind (as to); be so kind; on top; at the top; when it comes to; let me look (at); look at; take a look (at); make a list (of); make sure; put together; come to think of it; help me (with); as it comes; one after the other; for the report; who else; what else; anything else; if possible; if so; at all; by the way; more or less exactly; together; combined; jointly; in the database/system/register/app',
  ],
  [
    { kind: 'noun' },
    'req; reqs; request; requests; rfd; rfds; ticket; tickets; item; items; task; tasks; issue; issues; case; cases; thing; things; one; ones; work items; change requests; change request; entries; entry; submission; development requests; development request; service requests; jobs; job; stuff; work; pieces of work; records; demands; orders; rfd requests; records; projects; demand; record; developments; matters; wishes; topics',
  ],
]

/** Words without a condition: ignoring them changes no answer. */
export const PLAIN_WORDS = new Set(
  `a an the this that these those there here it its they them their theirs we us our ours you your
is are was were be been being am do does did done have has had having will would can could may might shall should must
of in on at to for from by with as into onto then so such per via if whether when while upon
and but both either also too well just even really actually exactly precisely simply quite very much many
please kindly thanks thank hi hello hey ok okay sure right good yes oh um great nice
me i what which who whom whose how where
tell give show let get gets got go know see look need want like wish say ask asked said help think wonder wondering question quick curious
some any every each various given certain particular
still yet already now ever up down out off
make makes made come comes came put puts take getting being going seems seem looks
there's 's t s d , ; : . ? ! - / & + % number numbers figure figures count list overall total currently moment today time times way
system office here programme program department's people person someone anyone everybody anybody somebody everyone
asap fyi btw exact rough roughly approximately approx nearly almost just maybe perhaps possibly
register tool app application records record overview side part whole entire kind sort type bit lot lots
i'd like'd mind sir madam dear assistant bot ai
lying sitting sit stand stands standing stay stays left remain remains exist exists
draft prepare write check verify confirm determine calculate compute compile provide
current
toward towards between among amongst away sth admin
interested report boss meeting minister director steering committee morning presentation slide whatever whichever whatsoever pls plz quickly honestly anyway basically
`.split(/\s+/),
)

/** Plain words that turn a statement into a wish, a permission or a condition: "requests that could be closed". */
export const MODAL_WORDS = new Set('could can may might should shall must would if'.split(' '))

/** Plain words that name an event where no rule used them: "how many went down", "what came back". */
export const LIGHT_WORDS = new Set(
  `come came comes coming go going make makes made put puts take seem seems looks look help up down out off left back almost nearly`.split(
    ' ',
  ),
)
