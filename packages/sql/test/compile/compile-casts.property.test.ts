import fc from 'fast-check'
import { agreeOnRandom } from '../support/agree-on-random.ts'
import type { JudgedColumn } from '../support/row-judge.ts'

const NUMBERS = [
  '0',
  '-0',
  '12',
  ' +7 ',
  '1.005',
  '-2.5',
  '.5',
  '5.',
  '1e3',
  '1e-7',
  '1.5E+300',
  '5e-30',
  '4e-11',
  '1e309',
  '1e-400',
  '1e1000',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '99999999999999999999999999999',
  '12a',
  '--1',
  '1 2',
  '',
]
const OTHERS = [
  'true',
  ' FALSE ',
  'yes',
  '2024-02-29',
  '2024-02-30',
  '2024-02-29T23:59:59.123456',
  'NaN',
  'Infinity',
  '\u0661',
]

const columns: Readonly<Record<string, JudgedColumn>> = {
  s: { type: 'STRING', values: [...NUMBERS, ...OTHERS] },
  n: {
    type: 'INT',
    values: [0n, 1n, -12n, 9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n],
  },
  x: {
    type: 'DOUBLE',
    values: [
      0, -0, 0.1, 1.005, 2.5, -2.5, 1e15, 1e16, 1.2345678901234567e19, 1e-5, 1.5e-9, 1e300, 5e-324,
      9.3e18, -1e21, 123456789.125,
    ],
  },
  p: {
    type: 'DECIMAL',
    values: [0n, 15_000n, -25_001n, 1_234_567_890n, 5n].map((units) => ({ units, scale: 4 })),
  },
  d: { type: 'DATE', values: [0, 19_782, -1] },
  at: { type: 'TIMESTAMP', values: [0n, 1_709_164_800_000_001n, -1n] },
  flag: { type: 'BOOLEAN', values: [true, false] },
}

const target = fc.constantFrom(
  'String',
  'INT',
  'Double',
  'Decimal',
  'Decimal(10, 2)',
  'Decimal(4,0)',
  'Boolean',
  'decimal(38, 20)',
)
const number = fc.constantFrom('[s]', '[n]', '[x]', '[p]', '[flag]')
const numeric = fc.tuple(number, target).map(([one, type]) => `Cast(${one}, "${type}")`)
const expression = fc.oneof(
  numeric,
  fc.tuple(numeric, target).map(([one, type]) => `TryCast(${one}, "${type}")`),
  fc
    .tuple(
      fc.constantFrom('[s]', '[d]', '[at]'),
      fc.constantFrom('Timestamp', 'Date', 'VARCHAR', 'datetime'),
    )
    .map(([one, type]) => `Cast(${one}, "${type}")`),
  fc.constantFrom(
    '[p] + 1.25',
    '[p] * [p]',
    '[p] - [n] % 7',
    '[p] > 1.5',
    '[p] = 1.50',
    'IN([p], 1.5, 0)',
    '[p] / 3',
    '-[p]',
    '[p] % 0.7',
  ),
)

agreeOnRandom('for random casts and decimals', { columns, rows: 64, expression, numRuns: 15 })
