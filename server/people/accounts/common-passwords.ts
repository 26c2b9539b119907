/**
 * Whether a password is among the first guesses of attackers: a common one, one with the usual affixes (a year, `123`,
 * `!`, `@` for a), a repeated character or short piece, or a run along the keyboard or the alphabet.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  if (COMMON.has(text) || isRepeated(text) || isRun(text)) return true
  const bare = text.replace(/^[\W\d_]{0,4}/, '').replace(/[\W\d_]{1,8}$/, '')
  return WORDS.has(bare) || WORDS.has(plainLetters(text)) || WORDS.has(plainLetters(bare))
}

function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/u.test(text)
}

const RUNS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qazwsxedcrfvtgbyhnujm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertzuiopasdfghjklyxcvbnm',
]
const ALL_RUNS = RUNS.flatMap((run) => [run, [...run].reverse().join('')])

/** Consists only of runs: `qwerty123456`, `abc123`, `987654321`. */
export function isRun(text: string): boolean {
  let rest = text
  while (rest.length > 0) {
    const length = longestRun(rest)
    if (length < 3) return false
    rest = rest.slice(length)
  }
  return true
}

function longestRun(text: string): number {
  for (let length = Math.min(text.length, 26); length >= 3; length--) {
    if (ALL_RUNS.some((run) => run.includes(text.slice(0, length)))) return length
  }
  return 0
}

const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

export function plainLetters(text: string): string {
  return text.replace(/[@431!0$57]/g, (sign) => LOOKALIKES[sign] ?? sign)
}

/** Base words of such passwords: those at the top of published lists, and this office's own. */
const WORDS = new Set(
  `password passwort passwd pass passw motdepasse contrasena senha parola haslo wachtwoord password1 mypassword
  passpass letmein login signin welcome bienvenue willkommen bienvenido admin administrator administrador root toor
  superuser sysadmin system guest user username test tester testing demo default changeme changeit change secret
  secure security private confidential access entry enter open opensesame sesame hello hallo hola bonjour goodbye
  qwerty qwertz azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qwe qweasd qweasdzxc asd abc abcd abcde abcdef
  iloveyou iloveu loveyou lovely love lover loveme mylove forever princess prince queen king angel angels heaven
  sunshine sunflower moonlight starlight star stars sun moon rainbow butterfly flower flowers rose daisy violet jasmine
  monkey dragon tiger lion panther eagle falcon hawk wolf bear panda shark dolphin turtle rabbit bunny kitty kitten
  puppy doggy horse pony mustang chicken butter cookie chocolate cheese pepper ginger sugar honey sweet candy cherry
  banana orange apple strawberry peanut pumpkin coffee pizza burger
  football soccer baseball basketball hockey tennis golf cricket rugby boxing fishing hunter hunting racing sports
  arsenal liverpool chelsea barcelona realmadrid juventus manchester manutd everton rangers celtic yankees lakers
  cowboys steelers eagles patriots packers raiders broncos dodgers redsox
  superman batman spiderman ironman hulk thor avengers joker ninja samurai warrior knight wizard magic merlin gandalf
  starwars skywalker yoda vader matrix pokemon pikachu mario zelda naruto minecraft fortnite roblox playstation xbox
  nintendo gamer gaming player computer internet google facebook twitter instagram youtube whatsapp microsoft windows
  apple samsung android iphone nokia linux ubuntu oracle mysql database server network wifi router cisco
  michael jordan jennifer thomas jessica daniel ashley andrew matthew joshua robert william david james john george
  charles charlie edward richard joseph anthony steven kevin brian brandon justin nicholas nicole amanda michelle
  melissa stephanie elizabeth samantha victoria alexander alexandra alexis andrea anna maria martin martina thomas
  peter paul patrick oliver oscar max maxwell harry harley bailey buster tigger snoopy garfield winnie mickey minnie
  donald barbie hannah sophie emily emma olivia lucas jacob ethan hunter tyler taylor jackson morgan dakota sydney
  london paris berlin madrid rome moscow tokyo newyork chicago boston dallas austin houston denver phoenix orlando
  america england scotland ireland france germany italy spain portugal brasil brazil mexico canada australia india
  pakistan china japan korea russia turkey egypt nigeria kenya ghana africa europe
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter season christmas easter
  freedom liberty peace power money dollar cash rich success winner champion master boss chief captain major general
  soldier army navy marine police ranger rocket thunder lightning storm hurricane tornado blizzard fire water earth
  diamond gold golden silver platinum crystal pearl ruby emerald purple yellow green blue black white red pink brown
  trustno trustnoone whatever nothing something anything please thankyou thanks sorry blessed jesus christ god lord
  jesuschrist allah buddha faith hope grace joy happy smile cool awesome amazing perfect beautiful pretty cutie sexy
  hottie baby babygirl babyboy girl boy mother father mommy daddy mama papa family friend friends bestfriend brother
  sister children grandma school college university student teacher doctor nurse lawyer engineer manager director
  office company business work worker job service support helpdesk helpme customer client employee staff department
  government ministry minister customs custom tariff trade declaration cargo import export border broker revenue tax
  rfd rfdmanagement request requests development management dashboard portal
  corvette ferrari porsche mercedes bmw audi toyota honda nissan ford chevy camaro harley yamaha suzuki
  metallica nirvana slipknot eminem beatles elvis madonna guitar music piano dance dancer singer
  killer death devil demon ghost zombie vampire dracula shadow phantom mystery midnight darkness hell evil
  biteme fuckyou fuckoff asshole bitch shit bullshit pussy
  alpha beta gamma delta omega sigma zero one two three four five six seven eight nine ten
  correcthorsebatterystaple letmeinnow abracadabra nopassword newpassword temp temporary temppass initial start
  startup begin backup remote mobile phone telephone email mail webmaster web website`
    .split(/\s+/)
    .filter(Boolean),
)

/** Common passwords that are neither a word with affixes nor a run. */
const COMMON = new Set(
  `123123 123321 1234321 112233 11223344 1122334455 121212 123654 123654789 159753 147258 147258369 258456 789456
  789456123 159357 456123 741852963 963852741 102030 010203 131313 142536 232323 252525 696969 7777777 8675309 0987654321
  aa123456 a123456 a1b2c3 a1b2c3d4 1a2b3c4d abcd1234 abc12345 q1w2e3r4 q1w2e3 qwer1234 asdf1234 zxcv1234 zaq12wsx
  zaq1zaq1 1qazxsw2 1qaz1qaz qwe123 qweqwe asdasd zxczxc asd123 zxc123 pass1234 pass@123 p@ssw0rd p@55w0rd passw0rd
  admin123 root123 user123 test1234 ncc1701 thx1138 blink182 gfhjkm 5201314 woaini 3rjs1la7qe 18atcskd2w 1g2w3e4r
  g_czechout x4ivygafcs dubsmash myspace1 fuckyou1 number1 jordan23 iloveyou1 trustno1 hunter2 mustang1 letmein1`
    .split(/\s+/)
    .filter(Boolean),
)
