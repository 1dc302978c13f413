import type { FileHandle } from 'node:fs/promises'
import type { Column } from '../columns/column.ts'
import { type Texts, textsOfUtf8 } from '../columns/texts.ts'
import { readBytes } from './read-notes.ts'
import type { ColumnNotes } from './snapshot-notes.ts'

/** Brings the dictionary of a column into memory. */
export async function readTexts(
  column: Column,
  { notes, file }: { readonly notes: ColumnNotes; readonly file: FileHandle },
): Promise<void> {
  if (column.kind !== 'coded' || column.domain.kind !== 'texts') return
  const domain: { texts: Texts } = column.domain
  const [ends, bytes] = await Promise.all(notes.texts!.map((place) => readBytes(file, ...place)))
  domain.texts = textsOfUtf8(
    Buffer.from(bytes!.buffer),
    new Int32Array(ends!.buffer, 0, ends!.byteLength / 4),
  )
}
