import fc from 'fast-check'
import { agreeOnRandom } from '../support/agree-on-random.ts'
import type { JudgedColumn } from '../support/row-judge.ts'

/** Values of one kind that may stand beside one another, and what is only a constant. */
const KINDS: readonly {
  readonly values: readonly string[]
  readonly constants: readonly string[]
}[] = [
  { values: ['[n]', '[x]', '[n] + 1', '2', '2.5', '1e0'], constants: ['1', '2.5', '-3', '0'] },
  { values: ['[s]', '[t]', '"b"'], constants: ['"a"', '"😀"', '"\uffee"'] },
  {
    values: ['[d]', '[at]', 'DateTrunc([at], "MONTH")'],
    constants: ['"2024-02-02"', '"2024"', 'Date("1970-01-01")'],
  },
]

const condition: fc.Arbitrary<string> = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('[flag]', 'TRUE', '[flag] = [also]', 'NULL'),
    ofKind(({ value }) =>
      fc.tuple(value, value, value).map(([one, low, high]) => `Between(${one}, ${low}, ${high})`),
    ),
    ofKind(({ value, constant }) =>
      fc
        .tuple(
          fc.constantFrom('IN', 'NotIn'),
          value.filter((one) => one.includes('[')),
          fc.array(constant, { minLength: 1, maxLength: 3 }),
        )
        .map(([name, one, listed]) => `${name}(${one}, ${listed})`),
    ),
    ofKind(({ value }) =>
      fc
        .tuple(fc.constantFrom('IsNull', 'IsNotNull'), value)
        .map(([name, one]) => `${name}(${one})`),
    ),
    tie('condition').map((one) => `NOT ${one}`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a} OR ${b})`),
  ),
})).condition
const expression = fc.oneof(
  condition,
  ofKind(({ value }) =>
    fc.oneof(
      fc.array(value, { minLength: 2, maxLength: 4 }).map((all) => `Coalesce(${all})`),
      fc.tuple(value, value).map(([one, other]) => `IfNull(${one}, ${other})`),
      fc.tuple(value, value).map(([one, other]) => `NullIf(${one}, ${other})`),
      fc.tuple(condition, value, value).map((all) => `If(${all})`),
      fc
        .tuple(
          fc.array(fc.tuple(condition, value), { minLength: 1, maxLength: 3 }),
          fc.option(value),
        )
        .map(
          ([pairs, otherwise]) => `Case(${[...pairs.flat(), ...(otherwise ? [otherwise] : [])]})`,
        ),
    ),
  ),
)

interface Kind {
  readonly value: fc.Arbitrary<string>
  readonly constant: fc.Arbitrary<string>
}

function ofKind(make: (kind: Kind) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    ...KINDS.map(({ values, constants }) =>
      make({ value: fc.constantFrom(...values), constant: fc.constantFrom(...constants) }),
    ),
  )
}

const columns: Readonly<Record<string, JudgedColumn>> = {
  n: { type: 'INT', values: [0n, 1n, 2n, -3n] },
  x: { type: 'DOUBLE', values: [0, 1, 2.5, -3, 0.5] },
  s: { type: 'STRING', values: ['a', 'b', '\uffff', '😀', ''] },
  t: { type: 'STRING', values: ['b', '\uffee'] },
  d: { type: 'DATE', values: [0, 19_755, 20_000] },
  at: {
    type: 'TIMESTAMP',
    values: [0n, 1_706_832_000_000_000n, 1_706_832_000_000_001n],
  },
  flag: { type: 'BOOLEAN', values: [true, false] },
  also: { type: 'BOOLEAN', values: [true, true, false] },
}

agreeOnRandom('for random functions of logic', { columns, rows: 60, expression, numRuns: 12 })
