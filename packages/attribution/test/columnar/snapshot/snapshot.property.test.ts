import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toText } from '@tributary/expression'
import { fromArrow } from 'arquero'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readValue } from '../../../src/columnar/columns/read-value.ts'
import { loadTable } from '../../../src/columnar/load/load-table.ts'
import { createColumnarSource, sourceOver } from '../../../src/columnar/source/columnar-source.ts'
import { openSnapshot } from '../../../src/columnar/source/open-snapshot.ts'
import { request, things } from '../support/random-request.ts'
import { rows, TYPES, tableOf } from '../support/random-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'tributary-snapshot-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'facts.arrow')

const numRuns = process.env.TRIBUTARY_LONG ? 3_000 : 60
const related = { code: 'STRING', region: 'STRING', size: 'INT' } as const

test('answers like the source that it was written by', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 4 }),
      rows,
      things,
      fc.constantFrom('at', 'd', undefined),
      async (requests, facts, thingRows, time) => {
        const other = loadTable(thingRows, { name: 'things', types: related })
        const tables = new Map([
          ['facts', tableOf(facts, time)],
          ['things', other],
        ])
        const source = sourceOver('facts', tables)
        await source.write(path)
        const opened = await openSnapshot(path, {
          name: 'facts',
          related: { things: { data: thingRows, types: related } },
        })
        for (const asked of requests) {
          const expected = await source.aggregate(asked).catch((error: Error) => error.message)
          const found = await opened.aggregate(asked).catch((error: Error) => error.message)
          expect(found).toEqual(expected)
        }
        await opened.close()
      },
    ),
    { numRuns },
  )
})

test('is read by other readers of Arrow, value by value', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (facts) => {
      const table = tableOf(facts)
      await sourceOver('facts', new Map([['facts', table]])).write(path)
      const arrow = fromArrow(await readFile(path))
      expect(arrow.numRows()).toBe(facts.length)
      const back = createColumnarSource(new Uint8Array(await readFile(path)), { name: 'facts' })
      expect([...back.columnTypes().keys()]).toEqual(Object.keys(TYPES))
      const loaded = loadTable(new Uint8Array(await readFile(path)), {
        name: 'facts',
        types: TYPES,
      })
      for (const [name, type] of Object.entries(TYPES)) {
        const textsOf = (one: typeof table) =>
          facts.map((_, row) => toText(readValue(one.columns.get(name)!, row), type))
        expect(textsOf(loaded), name).toEqual(textsOf(table))
      }
    }),
    { numRuns },
  )
})
