import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadTable } from '../../../src/columnar/load/load-table.ts'
import { type ColumnarSource, sourceOver } from '../../../src/columnar/source/columnar-source.ts'
import type { AggregateAnswer, AggregateRequest } from '../../../src/request/source.ts'
import { groupsOf, naiveFrames, rounded } from '../support/naive-frames.ts'
import { column } from '../support/random-expression.ts'
import { request, things } from '../support/random-request.ts'
import { type Row, rows, tableOf } from '../support/random-table.ts'

const numRuns = process.env.TRIBUTARY_LONG ? 20_000 : 150

function tablesOf(facts: readonly Row[], thingRows: readonly Row[], time?: 'at' | 'd') {
  const types = { code: 'STRING', region: 'STRING', size: 'INT' } as const
  return new Map([
    ['facts', tableOf(facts, time)],
    ['things', loadTable(thingRows, { name: 'things', types })],
  ])
}

const time = fc.constantFrom('at', 'd', undefined)

test('aggregates like plain loops over the rows, for any request', async () => {
  await fc.assert(
    fc.asyncProperty(request, rows, things, time, async (asked, facts, thingRows, sortedBy) => {
      const answer = await answerOf(
        sourceOver('facts', tablesOf(facts, thingRows, sortedBy)),
        asked,
      )
      if (answer === null) return
      const expected = naiveFrames(asked, { facts, things: thingRows })
      expect(rounded(answer.frames.map(groupsOf))).toEqual(rounded(expected))
    }),
    { numRuns },
  )
})

test('rejects exactly where there are more groups than are wanted', async () => {
  await fc.assert(
    fc.asyncProperty(request, rows, things, fc.nat(4), async (asked, facts, thingRows, below) => {
      const source = sourceOver('facts', tablesOf(facts, thingRows))
      const answer = await answerOf(source, asked)
      if (answer === null) return
      const groups = answer.frames.reduce((sum, { rowCount }) => sum + rowCount, 0)
      expect(await source.aggregate(asked, { maxGroups: groups })).toEqual(answer)
      const maxGroups = groups - 1 - below
      await expect(source.aggregate(asked, { maxGroups })).rejects.toMatchObject({
        code: 'ATTRIBUTION_TOO_MANY_GROUPS',
        details: { limit: maxGroups },
      })
    }),
    { numRuns },
  )
})

test('rejects more groups than maxGroups when the key combinations are too many for an array', async () => {
  const size = 100
  const facts = Array.from({ length: 2_000 }, (_, at) => ({
    a: `${at % size}`,
    b: `${(at * 7) % size}`,
    c: `${Math.floor(at / size)}`,
    d: `${(at * 31) % size}`,
  }))
  const table = loadTable(facts, { name: 'facts' })
  const source = sourceOver('facts', new Map([['facts', table]]))
  const key = (name: string) =>
    ({ name, value: { kind: 'reference', type: 'STRING', table: 'f', name } }) as const
  const every = {
    kind: 'constant',
    type: 'BOOLEAN',
    constant: { type: 'BOOLEAN', value: true },
  } as const
  const asked: AggregateRequest = {
    rows: { base: { table: ['facts'], alias: 'f' }, lookups: [] },
    filter: null,
    windows: { current: every, compare: every },
    measures: [{ name: 'n', aggregate: 'COUNT', argument: null, filter: null }],
    groupings: [['a', 'b', 'c', 'd'].map(key)],
    time: null,
  }
  const { frames } = await source.aggregate(asked, { maxGroups: 2_000 })
  expect(frames[0]!.rowCount).toBe(2_000)
  await expect(source.aggregate(asked, { maxGroups: 1_999 })).rejects.toMatchObject({
    code: 'ATTRIBUTION_TOO_MANY_GROUPS',
  })
})

test('says that keys ascend only where they do', async () => {
  let said = 0
  await fc.assert(
    fc.asyncProperty(request, rows, things, async (asked, facts, thingRows) => {
      const answer = await answerOf(sourceOver('facts', tablesOf(facts, thingRows)), asked)
      for (const { keys, ordered = false } of answer?.frames ?? []) {
        if (!ordered) continue
        said++
        const groups = Array.from(keys[0]!, (_, row) => keys.map((column) => column[row] ?? null))
        const known = groups.filter((texts) => !texts.includes(null))
        expect(known).toEqual(known.toSorted(compareTexts))
      }
    }),
    { numRuns },
  )
  expect(said).toBeGreaterThan(0)
})

/** By code point: UTF-8 orders like it. */
function compareTexts(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  for (const [index, text] of a.entries()) {
    const order = Buffer.compare(Buffer.from(text!), Buffer.from(b[index]!))
    if (order !== 0) return order
  }
  return 0
}

test('answers the same to the last bit on 0, 1 and 3 threads', async () => {
  const numRuns = process.env.TRIBUTARY_LONG ? 100 : 3
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 25, maxLength: 25 }),
      rows,
      things,
      async (requests, facts, thingRows) => {
        const tables = tablesOf(facts, thingRows, 'at')
        const sources = [0, 1, 3].map((threads) =>
          sourceOver('facts', tables, { threads, threadFrom: 0 }),
        )
        for (const asked of requests) {
          const [alone, ...spread] = await Promise.all(sources.map((one) => answerOf(one, asked)))
          for (const answer of spread) expect(answer).toEqual(alone)
        }
        await Promise.all(sources.map((source) => source.close()))
      },
    ),
    { numRuns, endOnFailure: true },
  )
})

test('groupings that are aggregated together have the groups of each alone', async () => {
  const keys = (['s', 'b', 'n', 'p'] as const).map((name) => ({ name, value: column(name) }))
  const groupings = [...keys.map((key) => [key]), [keys[0]!, keys[1]!], []]
  // Small groupings are combined where there are many rows for each of their groups.
  const many = rows.map((some) => Array.from({ length: 40 }, () => some.slice(0, 12)).flat())
  await fc.assert(
    fc.asyncProperty(request, many, things, time, async (asked, facts, thingRows, sortedBy) => {
      const source = sourceOver('facts', tablesOf(facts, thingRows, sortedBy))
      const together = await answerOf(source, { ...asked, groupings })
      for (const [index, grouping] of groupings.entries()) {
        const alone = await answerOf(source, { ...asked, groupings: [grouping] })
        expect(together?.frames[index]).toEqual(alone?.frames[0])
      }
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 2_000 : 40 },
  )
})

/** The answer; null when a number of the request leaves 64 bits, which is an error that says so. */
async function answerOf(
  source: ColumnarSource,
  asked: AggregateRequest,
): Promise<AggregateAnswer | null> {
  try {
    return await source.aggregate(asked)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ATTRIBUTION_NUMBER_RANGE' })
    return null
  }
}
