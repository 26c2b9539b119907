/** Phrases for "it can wait", in the language of `PhraseBook`. */
export const MILDNESS = `
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
