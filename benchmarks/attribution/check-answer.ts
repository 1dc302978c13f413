import type { AttributionAnswer } from '@tributary/attribution'
import type { BenchQuestion } from './questions.ts'
import { type GroupValues, groupingName } from './rival.ts'

/** Doubles that engines add in another order differ by no more. */
const TOLERANCE = 1e-9

/** Throws when a rival's answer is not ours: another group, or another value of a measure. */
export function checkRival(what: string, ours: GroupValues, theirs: GroupValues): void {
  for (const [grouping, groups] of ours) {
    const others = theirs.get(grouping)
    if (others === undefined) throw new Error(`${what}: no table of ${grouping}`)
    const extra = [...others.keys()].find((key) => !groups.has(key))
    if (extra !== undefined) throw new Error(`${what}: ${grouping} has "${extra}", we do not`)
    for (const [key, values] of groups) {
      const found = others.get(key) ?? []
      const wrong = values.findIndex((value, place) => !isNear(value, found[place] ?? 0))
      if (wrong < 0) continue
      throw new Error(
        `${what}: ${grouping} ${key}, value ${wrong} is ${found[wrong]}, ours is ${values[wrong]}`,
      )
    }
  }
}

/** Throws when the tables of a metric that is a measure do not have the values of that measure. */
export function checkTables(
  question: BenchQuestion,
  values: GroupValues,
  answers: readonly AttributionAnswer[],
): void {
  const measures = Object.keys(question.measures)
  for (const [index, { tables }] of answers.entries()) {
    const measure = measures.findIndex((name) => `[${name}]` === question.metrics[index])
    if (measure < 0) continue
    for (const [at, columns] of question.dimensions.entries()) {
      const groups = values.get(groupingName(columns))!
      for (const row of tables[at + 1]!.table.objects() as Record<string, number | string>[]) {
        const known = groups.get(columns.map((name) => row[name]).join('|')) ?? []
        const sides = [row['@currentValue'] ?? 0, row['@compareValue'] ?? 0]
        if (sides.every((side, place) => side === known[measure * 2 + place])) continue
        throw new Error(`${question.name}: ${JSON.stringify(row)}, aggregated ${known}`)
      }
    }
  }
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b))
}
