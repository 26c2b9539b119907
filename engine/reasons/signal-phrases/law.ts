/** Phrases for a law, a court or an audit, in the language of `PhraseBook`. */
export const LAW = `
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
