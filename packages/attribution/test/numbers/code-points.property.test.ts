import fc from 'fast-check'
import { test } from 'vitest'
import { compareCodePoints } from '../../src/numbers/code-points.ts'

const text = fc.string({ unit: 'binary' })

test('orders like the code points of the texts', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const left = Array.from(a, (point) => point.codePointAt(0)!)
      const right = Array.from(b, (point) => point.codePointAt(0)!)
      const at = left.findIndex((point, index) => point !== right[index])
      const length = Math.sign(left.length - right.length)
      const expected = at < 0 || at >= right.length ? length : Math.sign(left[at]! - right[at]!)
      return Math.sign(compareCodePoints(a, b)) === expected
    }),
    { numRuns: 500 },
  )
})
