import { readFileSync } from 'node:fs'
import { Vocabulary } from '../../server/assistant/reading/vocabulary.ts'
import { People } from '../../server/assistant/reading/people.ts'
import { readQuestion } from '../../server/assistant/reading/read.ts'
const vocabulary = new Vocabulary()
const names=['Kiri Nakamura','Daniel Petrov','Lucía Ferrer','Grace Mensah','Elena Marku']
const people = new People(names.map(n=>({id:n.split(' ')[1]!.toLowerCase(),first_name:n.split(' ')[0]!,last_name:n.split(' ')[1]!})),(w)=>vocabulary.isGrammarWord(w))
for (const q of readFileSync(process.argv[2]!,'utf8').split('\n').filter(Boolean)) {
  const r = readQuestion(q,{vocabulary,people,today:'2026-11-18'})
  const flags = Object.entries(r).filter(([k,v])=>v===true).map(([k])=>k).join(',')
  console.log(q+'\n   '+JSON.stringify(r.query)+(r.leftOut.length?'  LEFT '+JSON.stringify(r.leftOut):'')+(flags?'  '+flags:'')+(r.command?' CMD '+r.command:'')+(r.corrections.length?' CORR '+JSON.stringify(r.corrections):'')+(r.who.unsaid.length?' UNSAID':''))
}
