/** Phrases for something that does not work, in the language of `PhraseBook`. */
export const OUTAGE = `
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
