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
  readonly #late = new Map<number, VertexRef>()

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
    for (const [number, ref] of this.#late) copy.#late.set(number, ref)
    return copy
  }

  /** Labels an added vertex. Every so often this merges the added vertices into the sorted ones. */
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
