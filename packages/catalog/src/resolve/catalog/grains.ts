import type { Grain, GrainWord } from '@tributary/expression'
import {
  findGrainWord,
  GRAIN_WORDS,
  grainOfWord,
  resolveGrain,
  whyWithoutGrain,
  wordsIn,
} from '@tributary/expression/internal'
import type { Workspace } from '../../definitions/workspace.ts'

/** A workspace, as far as grains depend on it. */
interface CalendarPlace {
  readonly workspace: Pick<Workspace, 'calendar'>
}

/** The grain that a word of a definition means in its workspace; a checked workspace has it. */
export function grainIn({ workspace }: CalendarPlace, word: GrainWord): Grain {
  const grain = grainOfWord(word, workspace.calendar)
  if (grain === null) throw new TypeError(`The workspace has no ${word}`)
  return grain
}

/** The grain that a text of a request means in a workspace; else the reason why it has none. */
export function readGrainIn(
  { calendar }: Pick<Workspace, 'calendar'>,
  text: string,
): { readonly grain: Grain } | { readonly problem: string } {
  const grain = resolveGrain(text, calendar)
  if (grain !== null) return { grain }
  const word = findGrainWord(text, calendar)
  if (word !== null) {
    return { problem: `${word} has no meaning here: ${whyWithoutGrain(word, calendar)}` }
  }
  const words = wordsIn(calendar, GRAIN_WORDS).toReversed()
  return { problem: `"${text}" is not a grain; use ${words.join(', ')}` }
}
