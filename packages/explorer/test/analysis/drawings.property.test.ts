import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GroupRow } from '../../src/analysis/group-table.ts'
import { heatGrid } from '../../src/analysis/heat-grid.ts'
import { icicleLevels } from '../../src/analysis/icicle.ts'
import { rowOf, rows } from '../support/rows.ts'

const label = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', '', 'null'))
const contribution = fc.integer({ min: -1000, max: 1000 })

/** Groups of two dimensions, each pair of values once. */
const pairs = fc
  .uniqueArray(fc.record({ first: label, second: label, contribution }), {
    selector: ({ first, second }) => JSON.stringify([first, second]),
    maxLength: 30,
  })
  .map((list) =>
    list.map(
      ({ first, second, contribution: one }): GroupRow => ({
        ...rowOf('', one),
        labels: [first ?? '', second ?? ''],
        missing: [first === null, second === null],
      }),
    ),
  )
const size = fc.record({
  rows: fc.integer({ min: 1, max: 4 }),
  columns: fc.integer({ min: 1, max: 4 }),
})
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)

describe('a heat map', () => {
  test('has every group in one cell and all of the contributions', () => {
    fc.assert(
      fc.property(pairs, size, (groups, most) => {
        const grid = heatGrid({ rows: groups }, most)!
        const cells = grid.cells.flat()
        expect(sum(cells.map((cell) => cell.contribution))).toBe(
          sum(groups.map((row) => row.contribution!)),
        )
        expect(sum(cells.map((cell) => cell.groups))).toBe(groups.length)
        expect(grid.rows.filter(({ isRest }) => !isRest).length).toBeLessThanOrEqual(most.rows + 1)
      }),
    )
  })

  test('names the one group of a cell under its row and its column', () => {
    fc.assert(
      fc.property(pairs, size, (groups, most) => {
        const grid = heatGrid({ rows: groups }, most)!
        grid.cells.forEach((line, at) => {
          line.forEach(({ row }, column) => {
            if (row === null) return
            const heads = [grid.rows[at]!, grid.columns[column]!]
            heads.forEach(({ value, isRest }, side) => {
              if (!isRest) expect(value).toBe(row.missing[side] ? null : row.labels[side])
            })
          })
        })
      }),
    )
  })

  test('is not drawn when a group has no contribution', () => {
    expect(heatGrid({ rows: [rowOf('a', null)] }, { rows: 1, columns: 1 })).toBe(null)
  })
})

describe('an icicle', () => {
  test('fills the width of what was chosen above, level by level', () => {
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 4 }), fc.nat(40), (tables, at) => {
        const levels = icicleLevels(
          tables.map((one) => ({ rows: one, remainder: null })),
          tables.slice(1).map(() => ({ dimension: 'd', value: `g${at}` })),
        )
        let room = { from: 0, to: 1 }
        for (const boxes of levels) {
          expect(boxes[0]!.from).toBeCloseTo(room.from, 9)
          expect(boxes.at(-1)!.to).toBeCloseTo(room.to, 9)
          for (const box of boxes) expect(box.to).toBeGreaterThanOrEqual(box.from)
          room = boxes.find(({ isChosen }) => isChosen) ?? room
        }
        levels.forEach((boxes, level) => {
          expect(sum(boxes.map(({ groups }) => groups))).toBe(tables[level]!.length)
        })
      }),
    )
  })

  test('has the groups that are not listed in its last box, so that the boxes add up', () => {
    const table = {
      rows: [rowOf('a', 60), rowOf('b', 1)],
      remainder: { groups: 7, contribution: 39 },
    }
    const [boxes] = icicleLevels([table], [])
    expect(boxes!.map(({ groups, contribution }) => [groups, contribution])).toEqual([
      [1, 60],
      [8, 40],
    ])
    const unknown = { ...table, remainder: { groups: 7, contribution: null } }
    expect(icicleLevels([unknown], [])).toEqual([])
  })

  test('ends where contributions are not defined', () => {
    const tables = [[rowOf('a', 1)], [rowOf('b', null)]]
    const levels = icicleLevels(
      tables.map((one) => ({ rows: one, remainder: null })),
      [{ dimension: 'd', value: 'a' }],
    )
    expect(levels.length).toBe(1)
  })
})
