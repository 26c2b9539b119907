/**
 * English function words. The classifier reads them like all others ("how" tells a question from a fault), but marking them
 * would explain nothing.
 */
const FUNCTION_WORDS = new Set(
  `a an the this that these those there here it its i me my mine we us our ours you your yours he him his she her hers they them
   their theirs who whom whose which what when where why how and or nor but if then than as so because while until since though
   although of in on at to for from by with without within into onto over under about above below after before between through
   during against per via up down out off is am are was were be been being do does did done doing have has had having will would
   shall should can could may might must ought not no yes nor only just also too very more most much many some any all each every
   both few other another such same own again once ever never always often now still yet already please s t ll re ve d m don't
   doesn't didn't can't cannot won't isn't aren't wasn't weren't it's i'm we're they're there's let lets get gets got make makes
   made one ones like even else really quite rather etc eg ie`
    .split(/\s+/)
    .filter(Boolean),
)

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word)
}
