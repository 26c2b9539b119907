import { isFunctionWord } from '../text/function-words.ts'

/**
 * Whether a colleague would name this word as a reason. "Manifest" and "encrypt" say what a request is about; ordinals, times,
 * and verbs and adjectives that fit any request do not, however much they weigh.
 */
export function isSubjectWord(text: string): boolean {
  const word = text.toLowerCase().replace(/['’].*$/, '')
  if (word === 'goods') return true
  if (!/\p{L}.*\p{L}/su.test(word) || /\d/.test(word) || isFunctionWord(word)) return false
  return !basesOf(word).some((base) => COMMON.has(base))
}

/** The word itself and its forms without inflection: "refused" is "refuse". */
function basesOf(word: string): string[] {
  const bases = [word]
  if (word.endsWith('ies') || word.endsWith('ied')) bases.push(`${word.slice(0, -3)}y`)
  for (const ending of ['s', 'es', 'd', 'ed', 'ing']) {
    if (!word.endsWith(ending) || word.length - ending.length < 2) continue
    const stem = word.slice(0, -ending.length)
    bases.push(stem)
    if (ending === 'ing') bases.push(`${stem}e`)
    if (stem.at(-1) === stem.at(-2)) bases.push(stem.slice(0, -1))
  }
  return bases
}

const COMMON = new Set(
  `zero two three four five six seven eight nine ten eleven twelve twenty thirty fifty hundred thousand million dozen half third quarter
   first second third fourth fifth sixth seventh eighth ninth tenth last next previous former latter final once twice single double
   january february march april may june july august september october november december
   monday tuesday wednesday thursday friday saturday sunday
   second minute hour day night week month year morning noon afternoon evening midnight weekend time date moment period today
   yesterday tomorrow tonight daily weekly monthly yearly early late ago soon later before after afterwards meanwhile recent current
   currently present future past always never sometimes usually often rarely immediately instantly quick quickly slowly suddenly
   automatic automatically manual manually
   accept acceptance acknowledge act add admit affect agree aim allow answer appear apply approach arrange arrive ask assume avoid
   become begin behave believe belong bother bring build call care carry catch cause change choose close collect come
   complain complete concern confirm consider consist contain continue cost cover create cut deal decide define deliver demand
   depend describe deserve differ disappear discuss do draw drop end enable ensure enter exist expect explain extend face
   fail fall feel fill find finish fit fix follow force forget form gain give go grow handle happen hear help hide hit hold hope
   ignore improve include increase indicate inform intend introduce involve join jump keep know lack lead learn leave let lie like
   listen live look lose love make manage matter mean measure meet mention miss move need obtain occur offer open
   order own pass pick place plan play point prefer prepare press prevent produce promise propose prove provide pull push put raise
   reach react read realise realize receive recognise recognize reduce refer refuse reject relate remain remember remind remove
   repeat replace represent require resolve respond rest result return run save say see seem select send serve set settle share
   shall show shut sit solve sound speak spend split start state stay stop struggle study submit suggest suit supply support
   suppose switch take talk tell tend think throw touch treat try turn type understand use vary wait walk want warn
   waste watch wish wonder work worry write
   gone went came saw seen took taken gave given made done told said kept held found left lost sent built brought caught chosen
   began begun fell felt forgot forgotten grew grown knew known led lay meant met ran rose spoke spent stood understood wore
   written wrote thrown broke broken
   able actual additional alone available aware bad basic best better big blank bright busy careful certain cheap clean clear
   common complete constant convenient correct dark dead different difficult direct directly easy empty entire equal especially
   exact exactly extra false familiar fast few fine free fresh full general good great hard happy heavy high hot huge ideal
   important impossible individual initial just large least less little long loud low main major maximum minimum minor missing modern
   much narrow necessary negative new nice normal obvious odd old ordinary original overall own particular perfect plain pleasant poor
   popular positive possible private proper pure random ready real reasonable regular related relevant reliable responsible right
   rough safe same separate serious several severe sharp short shown similar simple small smart smooth special specific standard strange
   strict strong successful sudden sufficient suitable sure tall technical temporary thin tiny true typical unable unclear
   unique unknown unnecessary unusual urgent critical useful useless usual various visible weak whole wide wild worse worst wrong
   about above almost along also although among anyway apart around aside away back badly barely besides beyond completely
   else enough entirely especially eventually everywhere exactly fairly far finally forward frequently fully further generally
   hardly hence hereby however indeed instead largely likely mainly maybe merely mostly nearly neither nevertheless none
   nowhere obviously off otherwise partly perhaps possibly probably properly quite rather really simply since
   somehow somewhere still straight strongly surely together too twice unfortunately unless until upon well whether within without
   according across against ahead behind below beneath beside between despite except inside near onto opposite outside over past
   per round than through throughout toward towards under underneath unlike up via
   amount anybody anyone anything area aspect attention basis beginning bit body bottom case chance character choice circumstance
   combination comment condition consequence content corner couple course degree detail difference difficulty direction effect
   effort element end everybody everyone everything example exception existence experience explanation extent fact factor
   feature figure fun hand head idea impact information instance item job kind level
   look lot majority man manner matter mean member method middle minority mistake mix name nature need nobody nothing
   number object occasion one opinion opportunity option other others pair part patience people percent person piece place point
   position possibility practice problem process purpose question reason reference request requirement response
   rest run sense series set side situation size solution somebody someone something space
   standard start state step stuff subject success surprise system task text thing thought top topic
   trouble truth type unit user variety version way week while woman word work world
   please thank thanks hello dear regards sorry yes okay ok etc eg ie re fyi asap cannot could dont doesnt wont isnt
   bigger smaller larger longer shorter faster slower easier harder higher lower newer older better best worst biggest smallest newest oldest latest`
    .split(/\s+/)
    .filter(Boolean),
)
