import { VERTEX_TYPES } from '@tributary/lineage'
import { describe, expect, test } from 'vitest'
import { isVertexType, vertexKey } from '../../src/model/vertex.ts'

describe('isVertexType', () => {
  test('knows every vertex type of the specification', () => {
    expect(VERTEX_TYPES.filter(isVertexType)).toEqual([
      'FILE',
      'FILE_COLUMN',
      'PHYSICAL_TABLE',
      'PHYSICAL_TABLE_COLUMN',
      'DATASET',
      'DATASET_COLUMN',
      'DIMENSION',
      'METRIC',
      'ANALYSIS_VIEW',
    ])
  })

  test.each(['metric', ' METRIC', '', 'constructor', 'length', '0'])('refuses %j', (text) => {
    expect(isVertexType(text)).toBe(false)
  })
})

describe('vertexKey', () => {
  test('puts the type in front of the id', () => {
    expect(vertexKey({ vertexType: 'METRIC', vertexId: 'average_delay' })).toBe(
      'METRIC:average_delay',
    )
  })

  test('keeps an id that looks like a key apart', () => {
    expect(vertexKey({ vertexType: 'METRIC', vertexId: 'METRIC:a' })).not.toBe(
      vertexKey({ vertexType: 'METRIC', vertexId: 'a' }),
    )
  })
})
