/*
 * What a text needs, read from the text itself, so that a missing, misnamed, superfluous or wrongly typed value is a type
 * error: `{name}` a word or a number, `{n, plural, …}` a number, `{x, select, …}` a word. Texts inside the branches of a
 * plural or select count, too.
 */

/** What stands between braces that are not within others. */
type Arguments<
  T extends string,
  Depth extends 0[] = [],
  Now extends string = '',
  Found = never,
> = T extends `${infer Before}{${infer After}`
  ? Before extends `${infer Inside}}${infer Outside}`
    ? Closed<Inside, `${Outside}{${After}`, Depth, Now, Found>
    : Depth extends []
      ? Arguments<After, [0], '', Found>
      : Arguments<After, [0, ...Depth], `${Now}${Before}{`, Found>
  : T extends `${infer Inside}}${infer Outside}`
    ? Closed<Inside, Outside, Depth, Now, Found>
    : Found

type Closed<
  Inside extends string,
  Outside extends string,
  Depth extends 0[],
  Now extends string,
  Found,
> = Depth extends [0, ...infer Less extends 0[]]
  ? Less extends []
    ? Arguments<Outside, [], '', Found | `${Now}${Inside}`>
    : Arguments<Outside, Less, `${Now}${Inside}}`, Found>
  : never

/** Pairs of a name and the kind of its value. The arguments of branches are those of the texts between their braces. */
type Needs<Argument> = Argument extends `${infer Name}, ${infer Kind}, ${infer Branches}`
  ? [Name, Kind] | (Kind extends 'plural' | 'selectordinal' | 'select' ? Needs<Arguments<Arguments<Branches>>> : never)
  : Argument extends `${infer Name}, ${infer Kind}`
    ? [Name, Kind]
    : [Argument, 'any']

interface Kinds {
  any: string | number
  number: number
  plural: number
  selectordinal: number
  select: string
}

type Valued<Need extends [string, string], More> = {
  [Name in Need[0]]: ValueOf<Extract<Need, [Name, unknown]>[1], More>
}

/** A name that stands in several places has the narrowest of their kinds. */
type ValueOf<Kind, More> =
  Exclude<Kind, 'any'> extends never ? Kinds['any'] | More : Kinds[Exclude<Kind, 'any'> & keyof Kinds]

/** The values of a text; of one of several texts, those of all. `More` may stand for a bare `{name}`, too. */
export type ValuesOf<T extends string, More = never> = [Needs<Arguments<T>>] extends [
  infer Need extends [string, string],
]
  ? Valued<Need, More>
  : never

/** The names of `<tags>` that mark parts of a text. */
export type TagsIn<T extends string> = T extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | TagsIn<Rest>
  : never
