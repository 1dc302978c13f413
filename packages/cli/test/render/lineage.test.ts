import { describe, expect, test } from 'vitest'
import { renderLineage, renderLineageTree } from '../../src/render/lineage.ts'
import { plainPaint } from '../support/plain-paint.ts'

const facts = { displayName: null, description: null, custom: null }
const metric = { vertexType: 'METRIC' as const, vertexId: 'm' }
const file = { vertexType: 'FILE' as const, vertexId: 'f' }
const lineage = {
  vertexList: [
    { ...metric, ...facts },
    { ...file, ...facts },
  ],
  edgeList: [{ srcVertex: file, dstVertex: metric, edgeType: 'TABLE_IMPACT' }],
}
const query = { vertex_id: 'm', vertex_type: 'METRIC' } as const

test('prints a tree for each direction that was asked for', () => {
  expect(renderLineage(lineage, { ...query, input_step: 3, output_step: 1 }, plainPaint)).toEqual([
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
  expect(renderLineage(alone, { ...query, input_step: 0, output_step: 0 }, plainPaint)).toEqual([
    '  METRIC m',
  ])
})

const vertex = (vertexType: string, vertexId: string, displayName: string | null = null) => ({
  vertexType,
  vertexId,
  displayName,
  description: null,
  custom: null,
})
const edge = (src: string, dst: string) => {
  const ref = (text: string) => {
    const [vertexType, vertexId] = text.split(' ')
    return { vertexType: vertexType!, vertexId: vertexId! }
  }
  return { srcVertex: ref(src), dstVertex: ref(dst), edgeType: 'COLUMN_IMPACT' }
}
const root = { vertexType: 'METRIC' as const, vertexId: 'ratio' }

describe('renderLineageTree', () => {
  const lineage = {
    vertexList: [
      vertex('METRIC', 'ratio', 'The ratio'),
      vertex('METRIC', 'count'),
      vertex('METRIC', 'total'),
      vertex('METRIC', 'twice'),
      vertex('DATASET', 'sales'),
      vertex('DATASET_COLUMN', 'sales.price'),
      vertex('FILE', 'lake.files.sales'),
    ],
    edgeList: [
      edge('FILE lake.files.sales', 'DATASET sales'),
      edge('DATASET sales', 'METRIC total'),
      edge('DATASET sales', 'METRIC count'),
      edge('DATASET sales', 'DATASET_COLUMN sales.price'),
      edge('DATASET_COLUMN sales.price', 'METRIC total'),
      edge('METRIC total', 'METRIC ratio'),
      edge('METRIC count', 'METRIC ratio'),
      edge('METRIC ratio', 'METRIC twice'),
    ],
  }

  test('shows what feeds the root, each vertex opened once where it is nearest', () => {
    expect(renderLineageTree(lineage, root, 'upstream', plainPaint)).toEqual([
      'METRIC ratio  The ratio',
      '├─ METRIC count',
      '│  └─ DATASET sales',
      '│     └─ FILE lake.files.sales',
      '└─ METRIC total',
      '   ├─ DATASET sales …',
      '   └─ DATASET_COLUMN sales.price',
      '      └─ DATASET sales …',
    ])
  })

  test('shows what uses the root', () => {
    expect(renderLineageTree(lineage, root, 'downstream', plainPaint)).toEqual([
      'METRIC ratio  The ratio',
      '└─ METRIC twice',
    ])
  })

  test('ends on a cycle', () => {
    const cycle = {
      vertexList: [vertex('METRIC', 'ratio'), vertex('METRIC', 'a')],
      edgeList: [edge('METRIC a', 'METRIC ratio'), edge('METRIC ratio', 'METRIC a')],
    }
    expect(renderLineageTree(cycle, root, 'upstream', plainPaint)).toEqual([
      'METRIC ratio',
      '└─ METRIC a',
      '   └─ METRIC ratio …',
    ])
  })

  test('shows an asset without neighbours alone, and one of the same id but another type as another', () => {
    const alone = {
      vertexList: [vertex('METRIC', 'ratio'), vertex('DIMENSION', 'ratio')],
      edgeList: [edge('DIMENSION ratio', 'METRIC ratio')],
    }
    expect(renderLineageTree(alone, root, 'upstream', plainPaint)).toEqual([
      'METRIC ratio',
      '└─ DIMENSION ratio',
    ])
    expect(renderLineageTree(alone, root, 'downstream', plainPaint)).toEqual(['METRIC ratio'])
  })
})
