import { expect, test } from 'vitest'
import { numberStyle } from '../../src/render/number-style.ts'

test.each([
  ['PLAIN', null, [1_000_000.004, 1_000_000.006], 0.002, ['1,000,000.0040', '+0.0020']],
  ['PLAIN', null, [4994, 4992], -2, ['4,994', '-2']],
  ['PLAIN', null, [203.68800000000005, 199], -4.688, ['203.69', '-4.69']],
  ['PERCENT', null, [0.25, 0.262], 0.012, ['25.0 %', '+1.2 pp']],
  ['MONEY', 'EUR', [1234.5, 1300], 65.5, ['1,234.50', '+65.50']],
  ['MONEY', 'JPY', [1234, 1300], 66, ['1,234', '+66']],
  ['DURATION', 'minutes', [3.264, 9.039], 5.775, ['3 min 16 s', '+5 min 47 s']],
  ['DURATION', 'seconds', [3725, 3600], -125, ['1 h 2 min 5 s', '-2 min 5 s']],
  ['SI', 'B', [12_300_000, 13_000_000], 700_000, ['12.30 M', '+0.70 M']],
  ['SI', null, [0, 0], 0, ['0', '0']],
] as const)('%s in %s of %j and %d', (format, unit, values, change, texts) => {
  const presentation = { unit, format: format === 'PLAIN' ? null : format }
  const style = numberStyle({ presentation, values, changes: [change], exact: false })
  expect([style.value(values[0]), style.change(change)]).toEqual(texts)
})

test('every digit and no format with exact', () => {
  const presentation = { unit: null, format: 'PERCENT' } as const
  const style = numberStyle({ presentation, values: [0.1 + 0.2], changes: [1], exact: true })
  expect([style.value(0.1 + 0.2), style.change(1), style.value('2024-01-01')]).toEqual([
    '0.30000000000000004',
    '+1',
    '2024-01-01',
  ])
})
