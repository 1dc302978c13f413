/** A table in a buffer. Reading outside of the buffer throws a RangeError. */
export interface FlatReader {
  text(slot: number): string | null
  table(slot: number): FlatReader | null
  tables(slot: number): readonly FlatReader[]
}

/** The root table of a buffer. */
export function readFlatBuffer(bytes: Uint8Array): FlatReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return readerAt(view, view.getUint32(0, true))
}

function readerAt(view: DataView, start: number): FlatReader {
  const places = start - view.getInt32(start, true)
  const length = view.getUint16(places, true)
  const place = (slot: number): number | null => {
    const at = 4 + slot * 2
    const offset = at < length ? view.getUint16(places + at, true) : 0
    return offset === 0 ? null : start + offset
  }
  const target = (slot: number): number | null => {
    const at = place(slot)
    return at === null ? null : at + view.getUint32(at, true)
  }
  return {
    text(slot) {
      const at = target(slot)
      if (at === null) return null
      const size = view.getUint32(at, true)
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
        new Uint8Array(view.buffer, view.byteOffset + at + 4, size).slice(),
      )
    },
    table(slot) {
      const at = target(slot)
      return at === null ? null : readerAt(view, at)
    },
    tables(slot) {
      const at = target(slot)
      if (at === null) return []
      return Array.from({ length: view.getUint32(at, true) }, (_, index) => {
        const entry = at + 4 + index * 4
        return readerAt(view, entry + view.getUint32(entry, true))
      })
    },
  }
}
