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

  /** Labels sorted vertices; `numbers` are theirs, all below `size`. */
  constructor(refs: readonly VertexRef[], numbers: Uint32Array, size: number) {
    this.byNumber = new Uint32Array(Math.ceil(size * 1.1))
    this.#refs = refs
    this.#numbers = numbers
    this.#label()
  }

  /** A copy; changes of one do not show in the other. */
  clone(): VertexLabels {
    const copy = new VertexLabels([], new Uint32Array(0), 0)
    copy.byNumber = this.byNumber.slice()
    copy.#refs = this.#refs
    copy.#numbers = this.#numbers.slice()
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

  #label(): void {
    for (const [place, number] of this.#numbers.entries()) this.byNumber[number] = 2 * place + 1
  }
}
