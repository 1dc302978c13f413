import { check, parse } from '@tributary/expression'
import { compileExpression, duckdbDialect, toStatement } from '@tributary/sql'
import { CORPUS } from './corpus.ts'
import { SAMPLE_SCOPE } from './sample-scope.ts'

const NOW = 1_718_000_000_000_000n

/** Milliseconds of each of `count` times from text to SQL, one expression of the corpus at a time. */
export function compileTimes(count: number): readonly number[] {
  for (let warm = 0; warm < 2_000; warm++) toSql(textAt(warm))
  return Array.from({ length: count }, (_, serial) => {
    const text = textAt(serial)
    const begin = performance.now()
    toSql(text)
    return performance.now() - begin
  }).toSorted((a, b) => a - b)
}

/** The SQL of a text for DuckDB; throws when the corpus has a mistake, so that no error path is timed. */
export function toSql(text: string): string {
  const { ast } = parse(text)
  const { typed } = ast === null ? { typed: null } : check(ast, SAMPLE_SCOPE, { now: NOW })
  if (typed === null) throw new TypeError(`The corpus does not check: ${text}`)
  return toStatement(compileExpression(typed, duckdbDialect), duckdbDialect).text
}

function textAt(serial: number): string {
  return CORPUS[serial % CORPUS.length]! + ' '.repeat(serial & 7)
}
