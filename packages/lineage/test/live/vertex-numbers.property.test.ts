import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VertexNumbers } from '../../src/live/vertex-numbers.ts'
import { VertexTable } from '../../src/live/vertex-table.ts'
import { VERTEX_TYPES, type Vertex, type VertexRef, vertexKey } from '../../src/model/vertex.ts'

function saying(ref: VertexRef): Vertex {
  return { ...ref, displayName: null, description: null, custom: null }
}

const refs = fc.record({
  vertexId: fc.oneof(
    fc.constantFrom('a', 'b', '', '__proto__', 'constructor', 'é'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  ),
  vertexType: fc.constantFrom(...VERTEX_TYPES),
})

test('after additions and removals exactly the present vertices are found by their number', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ ref: refs, stays: fc.boolean() }), { maxLength: 200 }),
      fc.array(refs, { maxLength: 20 }),
      fc.nat(20),
      (steps, others, expected) => {
        const table = new VertexTable()
        const numbers = new VertexNumbers(table, expected)
        const model = new Map<string, { readonly ref: VertexRef; readonly number: number }>()
        for (const { ref, stays } of steps) {
          const known = model.get(vertexKey(ref))
          if (known === undefined) {
            const number = table.size
            table.set(number, saying(ref))
            numbers.add(ref, number)
            model.set(vertexKey(ref), { ref, number })
          } else if (!stays) {
            numbers.remove({ ...ref })
            table.drop(known.number)
            model.delete(vertexKey(ref))
          }
        }
        for (const { ref, number } of model.values()) expect(numbers.find({ ...ref })).toBe(number)
        for (const ref of others) {
          expect(numbers.find(ref)).toBe(model.get(vertexKey(ref))?.number ?? -1)
        }
        numbers.clear()
        for (const { ref } of model.values()) expect(numbers.find(ref)).toBe(-1)
      },
    ),
  )
})

// Of so many ids some share all 32 bits of their hash, whatever the process has chosen for it.
test('200,000 ids are told apart, also while half of them leave', () => {
  const table = new VertexTable()
  const numbers = new VertexNumbers(table, 0)
  const all = Array.from({ length: 200_000 }, (_, i): VertexRef => {
    return { vertexType: 'FILE_COLUMN', vertexId: `lake.t${i % 1000}.c${Math.floor(i / 1000)}` }
  })
  for (const [number, ref] of all.entries()) {
    table.set(number, saying(ref))
    numbers.add(ref, number)
    if (number % 2 === 0) continue
    numbers.remove(all[number - 1]!)
    table.drop(number - 1)
  }
  const wrong = all.filter((ref, number) => numbers.find(ref) !== (number % 2 === 0 ? -1 : number))
  expect(wrong).toEqual([])
  expect(numbers.find({ vertexType: 'METRIC', vertexId: 'lake.t1.c1' })).toBe(-1)
})

test('slots of removed vertices are reused for new vertices', () => {
  const table = new VertexTable()
  const numbers = new VertexNumbers(table, 100)
  const { byteLength } = numbers
  for (let i = 0; i < 10_000; i++) {
    const ref: VertexRef = { vertexType: 'METRIC', vertexId: `m${i}` }
    table.set(0, saying(ref))
    numbers.add(ref, 0)
    numbers.remove(ref)
  }
  expect(numbers.byteLength).toBe(byteLength)
  expect(numbers.find({ vertexType: 'METRIC', vertexId: 'm9999' })).toBe(-1)
})
