import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toExposition } from '../../../src/plugins/metrics/exposition.ts'
import { readExposition } from '../../support/read-exposition.ts'

const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,9}$/)
const sample = fc.record({
  labels: fc.dictionary(
    name.filter((one) => one !== '__proto__'),
    fc.string(),
    { maxKeys: 3, noNullPrototype: true },
  ),
  value: fc.double(),
})

test('what is written can be read back', () => {
  fc.assert(
    fc.property(name, fc.array(sample), (family, samples) => {
      const text = toExposition([{ name: family, help: 'Help.', type: 'gauge', samples }])
      expect(readExposition(text)).toEqual(
        samples.map(({ labels, value }) => ({ name: family, labels, value: value + 0 })),
      )
    }),
  )
})
