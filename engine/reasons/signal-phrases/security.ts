/** Phrases for an attack, a leak or missing protection, in the language of `PhraseBook`. */
export const SECURITY = `
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
