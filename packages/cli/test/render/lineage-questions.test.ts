import { expect, test } from 'vitest'
import { renderCycles, renderEvidence } from '../../src/render/lineage-questions.ts'
import type { Paint } from '../../src/terminal/paint.ts'

const plain: Paint = (_role, text) => text
const metric = (vertexId: string) => ({ vertexId, vertexType: 'METRIC' })

test('a cycle is shown with the edges that close it, and no id can steer the terminal', () => {
  const [a, b] = [metric('a'), metric('b\u001b[2J')]
  const cycleList = [
    { vertexList: [a, b], closedBy: [{ srcVertex: b, dstVertex: a, edgeType: 'TABLE_IMPACT' }] },
    { vertexList: [a], closedBy: [] },
  ]
  expect(renderCycles({ cycleList, hidden: 0 }, plain)).toEqual([
    'cycle of 2',
    '',
    '  METRIC  a',
    '  METRIC  b\\u{1b}[2J',
    '  closed by METRIC b\\u{1b}[2J → METRIC a',
    '',
    'cycle of 1',
    '',
    '  METRIC  a',
  ])
})

test('paths through a cycle are not counted', () => {
  const data = { path: [metric('a')], steps: [], paths: null, shortestPaths: '1', hidden: 0 }
  expect(renderEvidence(data, plain).at(-1)).toBe(
    'paths not counted (through a cycle, or more than 2^1024); 1 shortest path of 0 steps',
  )
})
