import { compareVertices, type VertexRef } from '../model/vertex.ts'

const GONE = 0xffff_ffff

/**
 * A number for each vertex that grows with type, then id, so that sorting many vertices need not compare
 * texts. The vertices of the last full sort have odd labels, of their own; one that came later has the
 * even label between its neighbours, and shares it with others that came to the same place.
 */
export class VertexLabels {
  /** By vertex number; 0 for numbers not in use. */
  byNumber: Uint32Array
  /** The vertices of the last full sort, in order, and their numbers; `GONE` for those that have left. */
  #refs: readonly VertexRef[]
  #numbers: Uint32Array
  /** The vertices that came later. */
  readonly #late = new Map<number, VertexRef>()

  /** Labels vertices that are in order; `numbers` are theirs, all below `size`. */
  constructor(refs: readonly VertexRef[], numbers: Uint32Array, size: number) {
    this.byNumber = new Uint32Array(Math.ceil(size * 1.1))
    this.#refs = refs
    this.#numbers = numbers
    this.#label()
  }

  /** Labels a vertex that came later. Every so often this sorts the late ones in. */
  add(number: number, ref: VertexRef): void {
    if (number >= this.byNumber.length) {
      const larger = new Uint32Array(Math.ceil(number * 1.25) + 16)
      larger.set(this.byNumber)
      this.byNumber = larger
    }
    this.byNumber[number] = 2 * this.#placeFor(ref)
    this.#late.set(number, ref)
    if (this.#late.size > 1000 + this.#refs.length / 8) this.#sortIn()
  }

  /** Forgets a vertex that is labelled. */
  drop(number: number): void {
    const label = this.byNumber[number]!
    this.byNumber[number] = 0
    if (!this.#late.delete(number)) this.#numbers[label >>> 1] = GONE
  }

  /** How many vertices of the last full sort come before `ref`. */
  #placeFor(ref: VertexRef): number {
    let low = 0
    let high = this.#refs.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareVertices(this.#refs[middle]!, ref) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #sortIn(): void {
    const late = Array.from(this.#late, ([number, ref]) => {
      return { number, ref, place: this.byNumber[number]! >>> 1 }
    })
    late.sort((a, b) => a.place - b.place || compareVertices(a.ref, b.ref))
    const refs: VertexRef[] = []
    const numbers: number[] = []
    let next = 0
    for (let place = 0; place <= this.#refs.length; place++) {
      for (; late[next]?.place === place; next++) {
        refs.push(late[next]!.ref)
        numbers.push(late[next]!.number)
      }
      if (place === this.#refs.length || this.#numbers[place] === GONE) continue
      refs.push(this.#refs[place]!)
      numbers.push(this.#numbers[place]!)
    }
    this.#refs = refs
    this.#numbers = Uint32Array.from(numbers)
    this.#late.clear()
    this.#label()
  }

  #label(): void {
    for (const [place, number] of this.#numbers.entries()) this.byNumber[number] = 2 * place + 1
  }
}
