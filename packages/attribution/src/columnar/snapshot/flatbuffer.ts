/**
 * As much of FlatBuffers (https://flatbuffers.dev/internals) as Arrow's metadata needs: tables, texts and
 * vectors of tables or of plain structs, written from plain data.
 */
export type FlatNode = FlatTable | FlatText | FlatTables | FlatStructs

/** A table: its fields by slot; null is the field's default. */
export interface FlatTable {
  readonly kind: 'table'
  readonly slots: readonly (FlatScalar | FlatNode | null)[]
}

/** A number in a table. */
export interface FlatScalar {
  readonly kind: 'scalar'
  readonly bytes: 1 | 2 | 4 | 8
  readonly value: number
}

/** A text. */
export interface FlatText {
  readonly kind: 'text'
  readonly text: string
}

/** A vector of tables. */
export interface FlatTables {
  readonly kind: 'tables'
  readonly tables: readonly FlatTable[]
}

/** A vector of structs of 64-bit integers, all in one list. */
export interface FlatStructs {
  readonly kind: 'structs'
  readonly count: number
  readonly words: readonly number[]
}

/** A number field. */
export function scalar(bytes: FlatScalar['bytes'], value: number): FlatScalar {
  return { kind: 'scalar', bytes, value }
}

/** A text field. */
export function flatText(text: string): FlatText {
  return { kind: 'text', text }
}

/** A table of fields by slot. */
export function table(...slots: FlatTable['slots']): FlatTable {
  return { kind: 'table', slots }
}

/** A vector of tables. */
export function tables(list: readonly FlatTable[]): FlatTables {
  return { kind: 'tables', tables: list }
}

/** A vector of structs, each of as many 64-bit words as the list has for it. */
export function structs(count: number, words: readonly number[]): FlatStructs {
  return { kind: 'structs', count, words }
}

/** The bytes of a buffer with a root table: a multiple of 8. Parents come before what they point to. */
export function writeFlatBuffer(root: FlatTable): Uint8Array {
  const writer = new FlatWriter()
  writer.reference(root)
  return writer.finish()
}

class FlatWriter {
  #bytes = new Uint8Array(1024)
  #view = new DataView(this.#bytes.buffer)
  #end = 0
  readonly #pending: { readonly at: number; readonly node: FlatNode }[] = []

  /** Leaves room for an offset to a node that is written later. */
  reference(node: FlatNode): void {
    this.#pending.push({ at: this.#room(4), node })
  }

  finish(): Uint8Array {
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      const start = this.#write(next.node)
      this.#view.setUint32(next.at, start - next.at, true)
    }
    this.#align(8, 0)
    return this.#bytes.slice(0, this.#end)
  }

  #write(node: FlatNode): number {
    switch (node.kind) {
      case 'table':
        return this.#table(node)
      case 'text': {
        const bytes = new TextEncoder().encode(node.text)
        this.#align(4, 0)
        const start = this.#room(4)
        this.#view.setUint32(start, bytes.length, true)
        const at = this.#room(bytes.length + 1)
        this.#bytes.set(bytes, at)
        return start
      }
      case 'tables': {
        this.#align(4, 0)
        const start = this.#room(4)
        this.#view.setUint32(start, node.tables.length, true)
        for (const one of node.tables) this.reference(one)
        return start
      }
      case 'structs': {
        this.#align(8, 4)
        const start = this.#room(4)
        this.#view.setUint32(start, node.count, true)
        for (const word of node.words) this.#long(this.#room(8), word)
        return start
      }
    }
  }

  /** The table of field places first, then the table itself. */
  #table({ slots }: FlatTable): number {
    this.#align(2, 0)
    const places = this.#room(4 + slots.length * 2)
    this.#align(8, 0)
    const start = this.#room(4)
    this.#view.setInt32(start, start - places, true)
    slots.forEach((slot, index) => {
      if (slot === null) return
      const bytes = slot.kind === 'scalar' ? slot.bytes : 4
      this.#align(bytes, 0)
      if (slot.kind === 'scalar') this.#scalar(slot)
      else this.reference(slot)
      this.#view.setUint16(places + 4 + index * 2, this.#end - bytes - start, true)
    })
    this.#view.setUint16(places, 4 + slots.length * 2, true)
    this.#view.setUint16(places + 2, this.#end - start, true)
    return start
  }

  #scalar({ bytes, value }: FlatScalar): void {
    const at = this.#room(bytes)
    if (bytes === 1) this.#view.setUint8(at, value)
    else if (bytes === 2) this.#view.setInt16(at, value, true)
    else if (bytes === 4) this.#view.setInt32(at, value, true)
    else this.#long(at, value)
  }

  #long(at: number, value: number): void {
    this.#view.setBigInt64(at, BigInt(value), true)
  }

  #align(size: number, rest: number): void {
    while (this.#end % size !== rest) this.#room(1)
  }

  #room(length: number): number {
    const start = this.#end
    this.#end += length
    if (this.#end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#end))
      larger.set(this.#bytes)
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    return start
  }
}
