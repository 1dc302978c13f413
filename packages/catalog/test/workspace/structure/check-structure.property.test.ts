import { workspaceSchema } from '@tributary/catalog'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkStructure } from '../../../src/workspace/structure/check-structure.ts'
import { BROKEN } from '../../../src/workspace/structure/shape.ts'
import { FLIGHTS_TEXT } from '../../flights.ts'
import { mutated } from '../mutated.ts'

const validator = Compile(workspaceSchema)
const sample: unknown = parse(FLIGHTS_TEXT)

function problemsOf(value: unknown): {
  readonly usable: unknown
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const usable = checkStructure(value, workspaceSchema, [], {
    problem: (path, message) => void problems.push(`${path.join('.')}: ${message}`),
    remember: () => {},
    written: () => null,
    dropped: () => {},
  })
  return { usable, problems }
}

test('finds a mistake exactly when JSON Schema does', () => {
  fc.assert(
    fc.property(mutated(sample), (value) => {
      expect(problemsOf(value).problems.length === 0).toBe(validator.Check(value))
    }),
    { numRuns: 500 },
  )
})

test('keeps a usable part whose only remaining mistakes are empty lists', () => {
  fc.assert(
    fc.property(mutated(sample), (value) => {
      const { usable } = problemsOf(value)
      const left = usable === BROKEN ? [] : problemsOf(usable).problems
      expect(left.filter((one) => !one.endsWith('at least 1 entry, found none'))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('leaves a right document as it is', () => {
  expect(problemsOf(sample)).toEqual({ usable: sample, problems: [] })
})
