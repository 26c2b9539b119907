import type { Cue } from './requirement-cues.ts'

export const FRENCH_CUES: readonly Cue[] = [
  [
    'frRequest',
    /\bdemand(?:e|ons|ent|é|ée|ées|és)\b|\brecommand(?:e|ons|ent|é|ée)\b|\bsouhait(?:e|ons|ent|ons|erions|erait|able)\b|\bpropos(?:e|ons|ent) (?:de|que)\b|\bvoudri(?:ons|ez|ons)\b|\baimerions\b|\bbien vouloir\b|\bserait (?:utile|souhaitable|bon|apprécié)\b|\b(?:est|sont) (?:nécessaire|souhaité|requis|attendu)e?s?\b|\bil faut\b|\bil conviendrait\b|\bil convient de\b|\b(?:a|avons|ont) besoin\b|\binvit(?:e|ons|ent)\b/iu,
  ],
  [
    'frDecision',
    /\b(?:décidé|convenu|résolu|arrêté) (?:que|de)\b|\b(?:décide|convient|conviennent)(?:nt)? (?:que|de|d')\b/iu,
  ],
  ['frModal', /\b(?:doit|doivent|devra|devront|devrait|devraient|sera|seront)\b/iu],
  [
    'frOthers',
    /\b(?:déclarants?|importateurs?|opérateurs?|commerçants?|entreprises|agents|transporteurs?|membres|fournisseurs?|banque|ministère|usagers|détenteurs?)\b[^.;]{0,50}\b(?:doi(?:t|vent)|devr(?:a|ont|ait|aient)|sont tenus)\b/iu,
  ],
  [
    'frQuestion',
    /\bpourri(?:ez|ons)-?|\bpouvez-vous|\bserait-il possible|\best-il possible|\by a-t-il (?:un )?moyen/iu,
  ],
  ['frPast', /\b(?:a|ont|avait|avaient|a été|ont été|avons|est|sont) (?:été )?\p{L}+(?:é|ée|és|ées|i|is|it|u|us)\b/iu],
  [
    'frRejected',
    /\brejet|\baucune décision|\bn'a pas|\bn'est pas (?:prévu|retenu|demandé)|\brefus|\bécarté|\bil est rappelé|\bretirée?\b|\bn'avons pas/iu,
  ],
  [
    'frInfinitive',
    /^(?:de |d'|à |et )?(?!hier|premier|dernier|entier|courrier)\p{Ll}{3,14}(?:er|ir|re)\b|^(?!Hier|Premier|Dernier|Papier|Courrier|Notre|Votre|Autre|Lettre|Être|Membre|Titre|Atelier|Chantier|Janvier|Février|Cher|Février|Encadre|Ministre|Chambre|Centre)\p{Lu}\p{Ll}{2,13}(?:er|ir|re)\b/u,
  ],
  [
    'frNominal',
    /^(?:l'|la |le |les |une? )?(?:ajout|mise (?:en|à)|création|suppression|correction|publication|intégration|introduction|installation|modification|extension|élaboration|amélioration|automatisation|préparation|transmission|mise à jour|numérisation|simplification) /iu,
  ],
]
