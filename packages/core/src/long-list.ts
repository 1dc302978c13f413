/** Items of one block. */
const BLOCK = 4_096

/**
 * A list that is added to, for work in slices. An array that grows to hundreds of thousands is copied again and again, each
 * time in one piece, which takes tens of milliseconds while the garbage collector marks.
 */
export class LongList<T> {
  length = 0
  readonly #blocks: T[][] = []
  #last: T[] = []

  push(item: T): void {
    if (this.length % BLOCK === 0) {
      this.#last = []
      this.#blocks.push(this.#last)
    }
    this.#last.push(item)
    this.length += 1
  }

  /** The items as an array. The list is empty afterwards. */
  *take(): Generator<void, T[]> {
    const blocks = this.#blocks.splice(0)
    const all = blocks.length > 1 ? new Array<T>(this.length) : (blocks[0] ?? [])
    this.length = 0
    if (blocks.length <= 1) return all
    let at = 0
    for (const block of blocks) {
      yield
      for (const item of block) all[at++] = item
    }
    return all
  }
}
