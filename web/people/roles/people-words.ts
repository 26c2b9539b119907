import { count } from '../../ui/count.ts'

export function peopleWords(people: number): string {
  return people === 1 ? '1 person' : `${count(people)} people`
}
