import type { VertexRef, VertexType } from '@tributary/lineage'
import { expect, test } from 'vitest'
import { compareVertices } from '../../src/model/vertex.ts'
import { ref, text } from '../samples.ts'

test('orders by type before id, types as text', () => {
  const refs = ['METRIC a', 'DIMENSION b', 'FILE_COLUMN a', 'ANALYSIS_VIEW z', 'FILE a'].map(ref)
  expect(refs.sort(compareVertices).map(text)).toEqual([
    'ANALYSIS_VIEW z',
    'DIMENSION b',
    'FILE a',
    'FILE_COLUMN a',
    'METRIC a',
  ])
})

test.each<[string, readonly string[]]>([
  ['upper before lower case', ['B', 'a']],
  ['a beginning before the whole', ['', 'a', 'ab']],
  ['the end of the basic plane before an emoji', ['z', '\uffff', '\u{1f600}']],
  ['two emojis by their second half', ['\u{1f600}', '\u{1f601}']],
])('puts %s', (_, ids) => {
  const shuffled = [...ids].reverse().map((id) => metric(id))
  expect(shuffled.sort(compareVertices).map((one) => one.vertexId)).toEqual(ids)
})

function metric(vertexId: string): VertexRef {
  const vertexType: VertexType = 'METRIC'
  return { vertexId, vertexType }
}
