import type { Dataset } from './dataset.ts'
import type { Door, Doors } from './doors.ts'
import { expectedAnswer } from './evaluate.ts'
import { type Given, problemsOf } from './judge.ts'
import type { Question } from './question.ts'
import { toleranceOf } from './resolve.ts'

/** What a door gives that it must not, in words. */
export interface Disagreement {
  readonly door: string
  readonly problem: string
}

/**
 * Asks doors and compares: the first with the naive evaluator, the others with the first, byte by byte. None when all
 * agree.
 */
export async function disagreements(
  dataset: Dataset,
  question: Question,
  { zone, all: [first, ...others] }: Pick<Doors, 'zone' | 'all'>,
): Promise<readonly Disagreement[]> {
  const reference = await ask(first!, question)
  const problems = problemsOf(reference, expectedAnswer(dataset, question, zone), question)
  const found: Disagreement[] = problems.map((problem) => ({ door: first!.name, problem }))
  const tolerance = toleranceOf(question)
  for (const door of others) {
    if (door.fits?.(dataset, question) === false) continue
    const given = await ask(door, question)
    if ('refused' in given && door.lacks?.includes(given.refused)) continue
    const problem = difference(reference, given, tolerance)
    if (problem !== null) found.push({ door: door.name, problem: `${problem} (${first!.name})` })
  }
  return found
}

/** An error without a code is one of ours: it is told, not thrown. */
async function ask(door: Door, question: Question): Promise<Given> {
  try {
    return await door.ask(question)
  } catch (error) {
    return { refused: 'no code', message: String((error as Error).stack) }
  }
}

function difference(reference: Given, given: Given, tolerance: number): string | null {
  if ('refused' in reference || 'refused' in given) {
    const [wanted, found] = [reference, given].map((one) =>
      'refused' in one ? `refused with ${one.refused}: ${one.message}` : 'answered',
    )
    const agree =
      'refused' in reference && 'refused' in given && reference.refused === given.refused
    return agree ? null : `${found}, not ${wanted}`
  }
  const [wanted, found] = [linesOf(reference), linesOf(given)]
  const at = found.findIndex((line, index) => {
    const other = wanted[index]
    return (
      line !== other && !(tolerance > 0 && other !== undefined && isNear(line, other, tolerance))
    )
  })
  if (at < 0 && wanted.length === found.length) return null
  return `${found[at] ?? 'fewer lines'}, not ${wanted[at] ?? 'the end'}`
}

/** Whether two lines differ in the last digits of numbers alone, or in what was computed from such digits. */
function isNear(line: string, other: string, tolerance: number): boolean {
  if (/^[^:]*: (@growth|@growthRate|residual)/.test(line)) return true
  const numbers = (text: string) => text.match(/-?\d+(\.\d+)?(e[-+]?\d+)?/g) ?? []
  const [a, b] = [numbers(line).map(Number), numbers(other).map(Number)]
  return (
    a.length === b.length &&
    a.every((one, index) => Math.abs(one - b[index]!) <= tolerance * Math.abs(one))
  )
}

/** An answer as lines of text, a column a line. */
function linesOf(given: Exclude<Given, { refused: string }>): readonly string[] {
  const { tables, warning } = given.answer
  return [
    `warning ${warning}`,
    ...tables.flatMap(({ dimension, table, ...rest }) => [
      `${dimension}: ${JSON.stringify(rest)}`,
      ...Object.entries(table).map(
        ([column, values]) => `${dimension}: ${column} ${JSON.stringify(values)}`,
      ),
    ]),
  ]
}
