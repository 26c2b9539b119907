/** Vocabulary of the English cues, as alternatives of a pattern. */

const IMPERATIVES =
  'accept add adjust align allow amend arrange assign automate back block build calculate cancel change check clean clear close ' +
  'colou?r combine compare complete configure connect consider convert copy correct create deduct define delete deliver deploy ' +
  'design develop disable display document download draft enable encrypt end enforce ensure establish exchange explain export ' +
  'extend filter fix generate give harmoni[sz]e hide highlight implement import improve include increase inform install ' +
  'integrate introduce issue keep let limit link list localise lock log lower make map mark measure merge migrate modify ' +
  'monitor move notify offer open patch permit pilot prepare prevent print produce provide publish put raise re-?enable reconcile ' +
  'record reduce refresh register reject release remember remind remove rename renew reorgani[sz]e repair replace report ' +
  'require reset restore restrict retire retry return review revise rewrite roll rotate scan send separate set set up share show ' +
  'simplify sort split stop store strengthen submit supply support suppress switch synchroni[sz]e tell test track transfer translate ' +
  'transmit turn undertake update upgrade upload use validate verify warn withdraw write'
export const IMPERATIVE = `(?:${IMPERATIVES.replaceAll(' ', '|')})`
export const NOMINALS =
  'acceptance|addition|adjustment|alignment|amendment|automation|calculation|centrali[sz]ation|cleaning|completion|connection|conversion|' +
  'correction|creation|deletion|delivery|deployment|development|digiti[sz]ation|display|elimination|enhancement|establishment|expansion|extension|' +
  'extraction|harmoni[sz]ation|implementation|improvement|inclusion|installation|integration|introduction|issuance|issue|' +
  'migration|modernisation|modification|notification|preparation|production|provision|publication|reconciliation|redesign|reduction|' +
  'registration|removal|renewal|repair|replacement|restoration|review|revision|simplification|strengthening|' +
  'submission|supply|synchroni[sz]ation|testing|training|transfer|transmission|update|upgrade|upgrading|validation|verification'
/** Things that the office can change: a sentence with such a subject concerns the office. */
export const OWN =
  'systems?|applications?|apps?|modules?|portals?|platforms?|software|tools?|screens?|pages?|forms?|lists?|reports?|dashboards?|tables?|' +
  'fields?|buttons?|menus?|filters?|searches|search|database|registry|archive|gateway|interfaces?|service|services|server|website|web site|' +
  'messages?|notifications?|reminders?|alerts?|notices|confirmations?|exports?|extracts?|files?|templates?|codes|classification|' +
  'accounts?|passwords?|sessions?|sign-ins?|logins?|access|permissions?|privileges?|roles?|users?|logs?|audit trail|backups?|' +
  'data|records?|statistics|figures|exchange rates?|reference prices?|rates|balances?|calculations?|rules?|checks?|validation|' +
  'declaration system|programme|project team|development team|it team|it unit|it department|management|vulnerabilit\\w+|patches|' +
  'mechanism|escalation|process(?:es)?|procedure|procedures|option|options|function|functions|feature|features|view|views|column|columns|layout|print-?outs?|labels?|texts?|warnings?|selectivity|engine|figures|duplicates?|mobile|api|endpoints?|bug|bugs|errors?|limit|limits|deadline field|timeouts?|tariff table|rates table|versions?|numbers|entries|refunds?|workflows?|approvals?|seals?|queue|queues|jobs?|barcodes?|certificates?|keys?|guides?|manuals?|documentation|your \\w+'
/** Parties whose duties are not the office's. */
export const OTHERS =
  'traders?|importers?|exporters?|brokers?|declarants?|carriers?|drivers?|hauliers?|agents?|shipping (?:agents?|lines?)|airlines?|operators?|holders?|' +
  'applicants?|taxpayers?|travell?ers?|passengers?|members?|firms|companies|suppliers?|vendors?|contractors?|banks?|the bank|insurers?|manufacturers?|' +
  'ministr(?:y|ies)(?: of [\\p{L} ]{3,20})?|(?:port|tax|road|police|health|labour|\\w+) (?:authority|inspectorate|office)|authorit(?:y|ies)|agency|agencies|police|parliament|government|' +
  'association|fund|donor|donors|mission|bureau|auditors?|courts?|states?|countries|facilities management|procurement|human resources(?: department)?|' +
  'guards?|warehouse keepers?|freight forwarders?|forwarders?|students?|visitors?|employees|staff members|colleagues|participants?|delegates|citizens|' +
  'no officer|officers?|they|he|she|candidates?|tenderers?|bidders?|lessees?|tenants?|licensees?|manifests|applications|late \\w+|goods|invoices?|the invoice|vessels?|duty|duties|the fee|appeals?|permits?|requests|stations|shift leaders?|inspectors|landlord|municipality|travellers'
export const MODAL =
  '(?:shall|must|should|ought to|has to|have to|needs? to|(?:is|are) (?:to|required to|expected to|obliged to|requested to|asked to))'
