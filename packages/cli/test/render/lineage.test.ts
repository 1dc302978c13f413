import { expect, test } from 'vitest'
import { renderLineage } from '../../src/render/lineage.ts'
import { plainPaint } from '../support/plain-paint.ts'

const facts = { displayName: null, description: null, custom: null }
const metric = { vertexType: 'METRIC', vertexId: 'm' }
const file = { vertexType: 'FILE', vertexId: 'f' }
const lineage = {
  vertexList: [
    { ...metric, ...facts },
    { ...file, ...facts },
  ],
  edgeList: [{ srcVertex: file, dstVertex: metric, edgeType: 'TABLE_IMPACT' }],
}
const query = metric

test('prints a tree for each direction that was asked for', () => {
  expect(renderLineage(lineage, { ...query, inputStep: 3, outputStep: 1 }, plainPaint)).toEqual([
    'comes from (3 steps upstream)',
    '',
    '  METRIC m',
    '  └─ FILE f',
    '',
    'is used by (1 step downstream)',
    '',
    '  nothing',
  ])
})

test('prints the asset alone for no steps at all', () => {
  const alone = { vertexList: lineage.vertexList.slice(0, 1), edgeList: [] }
  expect(renderLineage(alone, { ...query, inputStep: 0, outputStep: 0 }, plainPaint)).toEqual([
    '  METRIC m',
  ])
})
