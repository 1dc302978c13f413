import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filePieces, stepsOf, unknownRows } from '../../../src/columnar/snapshot/file-pieces.ts'
import { BATCH_ROWS, STEP_ROWS } from '../../../src/columnar/snapshot/snapshot-notes.ts'

const row = fc.integer({ min: 0, max: BATCH_ROWS * 3 })

test('pieces hold every row that is asked for, in whole steps of one batch', () => {
  fc.assert(
    fc.property(row, row, row, (a, b, rowCount) => {
      const part = { from: Math.min(a, b), to: Math.max(a, b) }
      const steps: number[] = []
      for (const { part: piece } of filePieces([{ column: 'x', part }], rowCount)) {
        if (piece === 'texts') throw new TypeError('rows were asked for')
        expect(Math.floor(piece.from / BATCH_ROWS)).toBe(Math.floor((piece.to - 1) / BATCH_ROWS))
        steps.push(...stepsOf(piece))
      }
      const end = Math.min(part.to, rowCount)
      const wanted = new Set<number>()
      for (let step = 0; step * STEP_ROWS < end; step++) {
        if ((step + 1) * STEP_ROWS > part.from && part.from < end) wanted.add(step)
      }
      expect(steps).toEqual([...wanted])
    }),
  )
})

test('what is left of a piece are the steps that are not known', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), row, (known, from) => {
      const first = Math.floor(from / STEP_ROWS)
      const piece = { from: first * STEP_ROWS, to: (first + known.length) * STEP_ROWS }
      const left = unknownRows(piece, (step) => known[step - first]!)
      expect(left.flatMap(stepsOf)).toEqual(
        known.flatMap((is, index) => (is ? [] : [first + index])),
      )
      for (const [index, { to }] of left.entries()) {
        expect(to).toBeLessThan(left[index + 1]?.from ?? Number.POSITIVE_INFINITY)
      }
    }),
  )
})
