import fc from 'fast-check'
import { agreeOnRandom } from '../support/agree-on-random.ts'

const WORDS = ['a', 'b', 'ä', "o'x", '']
const NUMBERS = [0n, 1n, -2n]

const quoted = fc.constantFrom(...WORDS).map((word) => `"${word}"`)
const number = fc.constantFrom('0', '1', '-2', '1.5')
const compared = (value: string, constant: fc.Arbitrary<string>) =>
  fc.oneof(
    constant.map((one) => `${value} = ${one}`),
    constant.map((one) => `${value} <> ${one}`),
    fc.array(constant, { minLength: 1, maxLength: 3 }).map((all) => `${value} IN (${all})`),
    fc.array(constant, { minLength: 1, maxLength: 3 }).map((all) => `${value} NOT IN (${all})`),
  )
const simple = fc.oneof(compared('[s]', quoted), compared('[n]', number), compared('[x]', number))
const joined = fc
  .tuple(fc.constantFrom('AND', 'OR'), fc.array(simple, { minLength: 2, maxLength: 6 }))
  .map(([op, all]) => `(${all.join(` ${op} `)})`)
const nested = fc
  .tuple(fc.constantFrom('AND', 'OR'), joined, joined, simple)
  .map(([op, ...all]) => all.join(` ${op} `))

agreeOnRandom('for comparisons of one value that are joined', {
  columns: {
    s: { type: 'STRING', values: WORDS },
    n: { type: 'INT', values: NUMBERS },
    x: { type: 'DOUBLE', values: [0, 1, 1.5, -2] },
  },
  rows: 60,
  expression: fc.oneof(joined, nested),
  numRuns: 5,
})
