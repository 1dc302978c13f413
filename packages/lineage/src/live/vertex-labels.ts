import { inSpans, type SlicedWork } from '@tributary/core/internal'
import { firstPlace } from '../model/first-place.ts'
import { compareVertices, type VertexRef } from '../model/vertex.ts'

const GONE = 0xffff_ffff

/**
 * Labels that grow with type, then id, so that sorting vertices need not compare texts. Vertices of the last full
 * sort have distinct odd labels; a vertex added later has the even label between its neighbours, which it may share.
 */
export class VertexLabels {
  /** By vertex number; 0 for numbers not in use. */
  byNumber: Uint32Array
  /** The vertices of the last full sort, in order, and their numbers; `GONE` for removed ones. */
  #refs: readonly VertexRef[]
  #numbers: Uint32Array
  /** Vertices added since the last full sort. */
  readonly #late = new Set<number>()

  private constructor(refs: readonly VertexRef[], numbers: Uint32Array, byNumber: Uint32Array) {
    this.#refs = refs
    this.#numbers = numbers
    this.byNumber = byNumber
  }

  /** Labels sorted vertices; `numbers` are theirs, all below `size`. */
  static *create(
    refs: readonly VertexRef[],
    numbers: Uint32Array,
    size: number,
  ): SlicedWork<VertexLabels> {
    const byNumber = new Uint32Array(Math.ceil(size * 1.1))
    yield* inSpans(numbers.length, (from, to) => {
      for (let place = from; place < to; place++) byNumber[numbers[place]!] = 2 * place + 1
    })
    return new VertexLabels(refs, numbers, byNumber)
  }

  /** A copy; changes of one do not show in the other. */
  clone(): VertexLabels {
    const copy = new VertexLabels(this.#refs, this.#numbers.slice(), this.byNumber.slice())
    for (const number of this.#late) copy.#late.add(number)
    return copy
  }

  /** Labels an added vertex. False when so many have been added that all should be labelled anew. */
  add(number: number, ref: VertexRef): boolean {
    if (number >= this.byNumber.length) {
      const larger = new Uint32Array(Math.ceil(number * 1.25) + 16)
      larger.set(this.byNumber)
      this.byNumber = larger
    }
    this.byNumber[number] = 2 * this.#placeFor(ref)
    this.#late.add(number)
    return this.#late.size <= 1000 + this.#refs.length / 8
  }

  /** Removes a labelled vertex. */
  drop(number: number): void {
    const label = this.byNumber[number]!
    this.byNumber[number] = 0
    if (!this.#late.delete(number)) this.#numbers[label >>> 1] = GONE
  }

  /** The number of vertices of the last full sort before `ref`. */
  #placeFor(ref: VertexRef): number {
    const refs = this.#refs
    return firstPlace(refs.length, (place) => compareVertices(refs[place]!, ref) < 0)
  }
}
