import { check, evaluate, parse, toText, type Value } from '@tributary/expression'
import { compileSample, NOW } from './compile-sample.ts'
import { sampleScope } from './sample-scope.ts'

/** The text of an expression's value for a row of the sample scope; a field that is left out is NULL. */
export function resultOf(text: string, row: Readonly<Record<string, Value>> = {}): string | null {
  const typed = compileSample(text)
  return toText(
    evaluate(typed, ({ name }) => row[name] ?? null),
    typed.type,
  )
}

/** The names of what is wrong with an expression. */
export function mistakesIn(text: string): readonly string[] {
  const { ast, diagnostics } = parse(text)
  const all = ast === null ? diagnostics : check(ast, sampleScope, { now: NOW }).diagnostics
  return all.map((one) => one.name)
}
